/// The elements and attributes that an uploaded SVG picture may have (SVG 2, Filter Effects 1, CSS Masking 1).
enum SVGNames {
  static let elements = names(
    """
    circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon polyline \
    radialGradient rect stop style svg symbol text textPath title tspan use filter feBlend feColorMatrix \
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight \
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset \
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence
    """)

  static let attributes = names(
    """
    alignment-baseline amplitude azimuth baseFrequency baseline-shift bias class clip clip-path clip-rule \
    clipPathUnits color color-interpolation color-interpolation-filters cx cy d diffuseConstant direction display \
    divisor dominant-baseline dx dy edgeMode elevation enable-background exponent fill fill-opacity fill-rule filter \
    filterUnits flood-color flood-opacity focusable font-family font-size font-size-adjust font-stretch font-style \
    font-variant font-weight fr fx fy gradientTransform gradientUnits height id image-rendering in in2 intercept \
    isolation k1 k2 k3 k4 kernelMatrix lang lengthAdjust letter-spacing lighting-color limitingConeAngle marker-end \
    marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits \
    mix-blend-mode mode numOctaves offset opacity operator order orient overflow paint-order pathLength \
    patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha \
    preserveAspectRatio primitiveUnits r radius refX refY result role rotate rx ry scale seed shape-rendering slope \
    spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color \
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit \
    stroke-opacity stroke-width style surfaceScale tabindex tableValues targetX targetY text-anchor \
    text-decoration text-rendering textLength transform transform-origin type unicode-bidi values vector-effect \
    version viewBox visibility white-space width word-spacing writing-mode x x1 x2 xChannelSelector xml:lang \
    xml:space y y1 y2 yChannelSelector z
    """)

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
