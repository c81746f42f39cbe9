import type { TextPage } from './extract.ts'

type Props = {
  readonly pages: readonly TextPage[]
  readonly selectedLine: number | undefined
  onSelect(index: number): void
}

/** Shows the text of each page with its layout; clicking a line shows its location. */
export function TextPages({ pages, selectedLine, onSelect }: Props) {
  return pages.map(({ lines }, page) => (
    <section
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its index.
      key={page}
      data-page={page}
      className="text-page"
      aria-label={`Text of page ${page + 1}`}
    >
      {lines.map(({ index, text }) =>
        text.trim() === '' ? (
          <div key={index} className="text-line" aria-hidden="true">
            {'\u00a0'}
          </div>
        ) : (
          <button
            key={index}
            type="button"
            className="text-line"
            aria-pressed={index === selectedLine}
            onClick={() => onSelect(index)}
          >
            {text}
          </button>
        ),
      )}
    </section>
  ))
}
