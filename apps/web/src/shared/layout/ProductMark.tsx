import { TEXT_EXTRACTION } from '../session/products.ts'

type Props = {
  readonly size?: number
  /** Id of the product; the platform by default. */
  readonly product?: string
}

/** The logo of a product. */
export function ProductMark({ size = 28, product }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ flex: 'none' }}
      data-product={product}
    >
      {product === TEXT_EXTRACTION ? <Lines /> : <OpenBook />}
    </svg>
  )
}

/** The right-hand page of an open book with a highlighted line. */
const OpenBook = () => (
  <>
    <path d="M4 6.5 13 4v22L4 28.5z" fill="var(--ink-faint)" opacity=".45" />
    <path d="M13 4h10.5L28 8.5V26a2 2 0 0 1-2 2H13z" fill="var(--accent)" />
    <path d="M23.5 4v3a1.5 1.5 0 0 0 1.5 1.5h3z" fill="var(--paper)" opacity=".55" />
    <rect x="16.5" y="12" width="8" height="2" rx="1" fill="var(--paper)" opacity=".8" />
    <rect x="16.5" y="16.25" width="8.5" height="3.5" rx="1.25" fill="#f0a500" />
    <rect x="16.5" y="22" width="5" height="2" rx="1" fill="var(--paper)" opacity=".8" />
  </>
)

/** Lines of text that keep their places on a page. */
const Lines = () => (
  <>
    <rect x="5" y="3" width="22" height="26" rx="3" fill="var(--accent)" />
    <rect x="9" y="8" width="9" height="2.5" rx="1.25" fill="#f0a500" />
    <rect x="9" y="14" width="5" height="2" rx="1" fill="var(--paper)" opacity=".8" />
    <rect x="17" y="14" width="6" height="2" rx="1" fill="var(--paper)" opacity=".8" />
    <rect x="9" y="18.5" width="5" height="2" rx="1" fill="var(--paper)" opacity=".8" />
    <rect x="17" y="18.5" width="6" height="2" rx="1" fill="var(--paper)" opacity=".8" />
    <rect x="9" y="23" width="14" height="2" rx="1" fill="var(--paper)" opacity=".8" />
  </>
)
