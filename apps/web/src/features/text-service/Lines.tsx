/** Lines of a program, which scroll by themselves where they are too long. */
export const Lines = ({ children }: { readonly children: string }) => (
  <section
    className="text-lines"
    aria-label="Lines of a program"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it too.
    tabIndex={0}
  >
    <pre>{children}</pre>
  </section>
)
