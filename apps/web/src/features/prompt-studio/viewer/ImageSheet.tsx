import { Button } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { addressOfPage } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { PlacedPage } from './page-layout.ts'
import { widthFor } from './page-picture.ts'

const SCALE_REST_MS = 120

type Props = { readonly document: PromptDocument; readonly page: PlacedPage }

/**
 * One page as the server draws it. It has its place before the picture comes, and the picture at hand
 * is stretched until a sharper one is there.
 */
export function ImageSheet({ document, page }: Props) {
  const wanted = useDebounced(widthFor(page.width), SCALE_REST_MS)
  const [shown, setShown] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const widths = shown === undefined || shown === wanted ? [wanted] : [shown, wanted]

  if (isFailed && shown === undefined) {
    const retry = () => {
      setFailed(false)
      setAttempt(attempt + 1)
    }
    return (
      <div className="page-failure" role="alert">
        <p>Page {page.index + 1} cannot be drawn.</p>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <>
      {shown === undefined && (
        <div className="bone page-bone" aria-busy="true">
          <p className="wait-words">Drawing page {page.index + 1} …</p>
        </div>
      )}
      {widths.map((width) => (
        <img
          key={`${width} ${attempt}`}
          className="page-image"
          src={addressOfPage(document, page.index, width)}
          alt={`Page ${page.index + 1} of ${document.name}`}
          aria-hidden={shown !== undefined && width !== shown}
          draggable={false}
          onLoad={() => setShown(width)}
          onError={() => setFailed(true)}
        />
      ))}
    </>
  )
}
