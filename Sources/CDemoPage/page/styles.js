export const styles = `
:host {
  --ink: light-dark(#17202e, #eef2f8);
  --ink-soft: light-dark(#566174, #a7b3c5);
  --surface: light-dark(#ffffff, #1a222e);
  --line: light-dark(#e3e8ef, #2b3646);
  --accent: var(--marquee-accent, light-dark(#c2410c, #ffb37a));
  --wash: light-dark(#fff1e6, #38251a);
  display: block;
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK KR", sans-serif;
}
* { box-sizing: border-box; }
h2, h3, p { margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.5rem; line-height: 1.2; letter-spacing: -0.015em; }
h3 { font-size: 1.125rem; line-height: 1.3; }
.content { display: grid; gap: 2rem; }
section { display: grid; gap: 0.75rem; }
section > h2 { font-size: 1.0625rem; letter-spacing: 0; margin-block-end: 0.125rem; }
section > footer { color: var(--ink-soft); font-size: 0.875rem; }
.line { padding-block: 0.75rem 0; font-size: 1.25rem; letter-spacing: -0.01em; }
.two-lines, .row, .card, .rich {
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden;
}
.two-lines { display: flex; justify-content: space-between; gap: 1rem; padding: 0.875rem 1.125rem; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.price { color: var(--accent); font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: inherit; text-decoration: none; display: block; }
a:hover { border-color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.row { display: flex; align-items: center; gap: 0.875rem; padding: 0.75rem 1.125rem 0.75rem 0.75rem; min-block-size: 3.5rem; }
.row::after { content: "›"; margin-inline-start: auto; color: var(--ink-soft); font-size: 1.5rem; line-height: 1; }
.row .picture { inline-size: 2.5rem; block-size: 2.5rem; border-radius: 0.75rem; flex: none; }
.picture { position: relative; aspect-ratio: 16 / 9; background: linear-gradient(135deg, var(--wash), var(--line)); overflow: hidden; }
.picture::before {
  content: ""; position: absolute; inset: 0; margin: auto; inline-size: min(40%, 2.25rem); aspect-ratio: 1; opacity: 0.5;
  background: var(--ink-soft);
  mask: url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="black" stroke-width="1.5" stroke-linejoin="round"><rect x="3" y="4" width="18" height="16" rx="2.5"/><circle cx="8.5" cy="9.5" r="1.5"/><path d="m4 18 5-5 3.5 3.5L16 13l4.5 4.5"/></svg>') center / contain no-repeat;
}
.picture img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; }
.picture.inline {
  display: inline-block; inline-size: 1.5em; block-size: 1.5em; border-radius: 0.35em; vertical-align: -0.35em;
}
.card .body { display: grid; gap: 0.375rem; padding: 1rem 1.125rem 1.125rem; }
.card .strike { text-decoration: line-through; color: var(--ink-soft); }
.card .italic { font-style: italic; }
.title { display: grid; gap: 0.5rem; padding-block: 0.5rem; }
.description { color: var(--ink-soft); }
.badges { display: flex; flex-wrap: wrap; gap: 0.375rem; padding-block-start: 0.25rem; }
.badge {
  background: var(--wash); color: var(--accent); border-radius: 99px; padding: 0.125rem 0.625rem;
  font-size: 0.8125rem; font-weight: 600;
}
.rich { display: grid; gap: 0.5rem; padding: 1rem 1.125rem 1.125rem; }
.rich p { line-height: 1.6; }
.ink-red { color: light-dark(#b42318, #ff9d92); }
.ink-yellow { color: light-dark(#7a5200, #ffd666); }
.rich span { box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.wash-yellow { background: #ffe27a; color: #33270a; border-radius: 0.25em; padding-inline: 0.2em; }
.wash-red { background: #b42318; color: #ffffff; border-radius: 0.25em; padding-inline: 0.2em; }
.wash-black { background: #10151d; color: #ffffff; border-radius: 0.25em; padding-inline: 0.2em; }
.unknown {
  border: 1px dashed var(--line); border-radius: 1rem; padding: 0.75rem 1.125rem; color: var(--ink-soft);
  font-size: 0.875rem;
}
.status:not(:empty) {
  background: var(--wash); color: var(--accent); border-radius: 0.75rem; padding: 0.625rem 1rem;
  margin-block-end: 1rem; font-size: 0.9375rem; font-weight: 600;
}
.message { text-align: center; padding: 4rem 1rem; display: grid; gap: 0.5rem; color: var(--ink-soft); }
.message h2 { color: var(--ink); }
.skeleton { block-size: 4.5rem; border-radius: 1rem; background: var(--line); animation: pulse 1.4s ease-in-out infinite alternate; }
@keyframes pulse { to { opacity: 0.45; } }
@media (prefers-reduced-motion: reduce) { .skeleton { animation: none; } }
`;
