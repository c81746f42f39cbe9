import type { TextPage } from './extract.ts'

type Props = {
  readonly pages: readonly TextPage[]
  readonly chosen: number | undefined
  onChoose(index: number): void
}

/** The text of each page as it is laid out; each line leads to its place. */
export function TextPages({ pages, chosen, onChoose }: Props) {
  return pages.map(({ lines }, page) => (
    <section
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
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
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            {text}
          </button>
        ),
      )}
    </section>
  ))
}
