/** Lines of code that scroll if they are too long. */
export const Lines = ({ children }: { readonly children: string }) => (
  <section
    className="text-lines"
    aria-label="Code example"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it.
    tabIndex={0}
  >
    <pre>{children}</pre>
  </section>
)
