#if canImport(UIKit)
  import UIKit

  /// The configuration of a cell that contains a view of the app's own.
  struct HostedConfiguration<Hosted: UIView>: UIContentConfiguration {
    let make: @MainActor () -> Hosted
    let update: @MainActor (Hosted) -> Void

    func makeContentView() -> any UIView & UIContentView { HostingView(self) }

    func updated(for state: any UIConfigurationState) -> HostedConfiguration { self }
  }

  /// The view of a cell: the app's view, which fills it.
  private final class HostingView<Hosted: UIView>: UIView, UIContentView {
    private let hosted: Hosted

    var configuration: any UIContentConfiguration {
      didSet { show() }
    }

    init(_ configuration: HostedConfiguration<Hosted>) {
      self.configuration = configuration
      hosted = configuration.make()
      super.init(frame: .zero)
      hosted.translatesAutoresizingMaskIntoConstraints = false
      addSubview(hosted)
      NSLayoutConstraint.activate([
        hosted.topAnchor.constraint(equalTo: topAnchor),
        hosted.leadingAnchor.constraint(equalTo: leadingAnchor),
        hosted.bottomAnchor.constraint(equalTo: bottomAnchor),
        hosted.trailingAnchor.constraint(equalTo: trailingAnchor),
      ])
      show()
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    private func show() { (configuration as? HostedConfiguration<Hosted>)?.update(hosted) }
  }
#endif
