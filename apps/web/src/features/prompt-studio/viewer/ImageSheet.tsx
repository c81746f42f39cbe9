import { Button } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { addressOfPage } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { PositionedPage } from './page-layout.ts'

/** The image widths, in pixels, that the server caches. */
const IMAGE_WIDTHS = [200, 1000, 2000] as const
const SCALE_DELAY_MS = 120

type Props = { readonly document: PromptDocument; readonly page: PositionedPage }

/**
 * A page rendered by the server. It takes its space before the image arrives, and the available
 * image is stretched until a sharper one has loaded.
 */
export function ImageSheet({ document, page }: Props) {
  const targetWidth = useDebounced(chooseImageWidth(page.width), SCALE_DELAY_MS)
  const [loadedWidth, setLoadedWidth] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const widths =
    loadedWidth === undefined || loadedWidth === targetWidth
      ? [targetWidth]
      : [loadedWidth, targetWidth]

  if (isFailed && loadedWidth === undefined) {
    const retry = () => {
      setFailed(false)
      setAttempt(attempt + 1)
    }
    return (
      <div className="page-failure" role="alert">
        <p>Page {page.index + 1} cannot be displayed.</p>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <>
      {loadedWidth === undefined && (
        <div className="bone page-bone" aria-busy="true">
          <p className="wait-words">Loading page {page.index + 1}…</p>
        </div>
      )}
      {widths.map((width) => (
        <img
          key={`${width} ${attempt}`}
          className="page-image"
          src={addressOfPage(document, page.index, width)}
          alt={`Page ${page.index + 1} of ${document.name}`}
          aria-hidden={loadedWidth !== undefined && width !== loadedWidth}
          draggable={false}
          onLoad={() => setLoadedWidth(width)}
          onError={() => setFailed(true)}
        />
      ))}
    </>
  )
}

/** Chooses the smallest width that is sharp on this screen. */
function chooseImageWidth(cssPixels: number): number {
  const pixelRatio = window.devicePixelRatio || 1
  return IMAGE_WIDTHS.find((width) => width >= cssPixels * pixelRatio) ?? IMAGE_WIDTHS[2]
}
