import { useMutation } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { findLineBox, type TrialResult } from './extract.ts'
import { scrollAlong } from './scroll-along.ts'
import { TextPages } from './TextPages.tsx'

// Loaded on demand, because it includes the PDF renderer.
const PagePane = lazy(async () => ({ default: (await import('./PagePane.tsx')).PagePane }))

type Props = {
  readonly file: File
  readonly apiKey: string
  readonly result: TrialResult | undefined
  onPages(count: number): void
}

/** Pages and text that scroll together; clicking a line shows its location. */
export function SideBySide({ file, apiKey, result, onPages }: Props) {
  const alerts = useAlerts()
  const pagePane = useRef<HTMLElement>(null)
  const textPane = useRef<HTMLElement>(null)
  const [line, setLine] = useState<number>()
  const findLine = useMutation({
    mutationFn: (index: number) => findLineBox(apiKey, { hash: result?.hash ?? '', line: index }),
    onError: (error) => alerts.warn(explain(error, 'Failed to find the location of the line')),
    onSuccess(highlights) {
      const page = pagePane.current?.querySelector(`[data-page="${highlights?.page}"]`)
      page?.scrollIntoView({ block: 'nearest' })
    },
  })
  const choose = (index: number) => {
    setLine(index)
    findLine.mutate(index)
  }
  return (
    <div className="text-beside">
      <Pane
        label="Pages"
        pane={pagePane}
        onScroll={() => scrollAlong(pagePane.current, textPane.current)}
      >
        <Suspense fallback={<Skeleton active />}>
          <PagePane file={file} lineBox={findLine.data} onPages={onPages} />
        </Suspense>
      </Pane>
      <Pane
        label="Text"
        pane={textPane}
        onScroll={() => scrollAlong(textPane.current, pagePane.current)}
      >
        {result ? (
          <TextPages pages={result.pages} selectedLine={line} onSelect={choose} />
        ) : (
          <Skeleton active paragraph={{ rows: 12 }} />
        )}
      </Pane>
    </div>
  )
}

type PaneProps = {
  readonly label: string
  readonly pane: RefObject<HTMLElement | null>
  readonly children: ReactNode
  onScroll(): void
}

/** A pane that scrolls separately. */
const Pane = ({ label, pane, children, onScroll }: PaneProps) => (
  <section
    ref={pane}
    aria-label={label}
    className="sheet text-pane"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it.
    tabIndex={0}
    onScroll={onScroll}
  >
    {children}
  </section>
)
