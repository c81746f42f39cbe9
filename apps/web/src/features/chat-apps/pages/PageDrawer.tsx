import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type BoxStyle, boxStyle, type SheetSize } from '../../../shared/pages/box-style.ts'
import type { CitationPage } from '../conversation/conversation.ts'
import { addressOfPage, pagesOf } from './documents.queries.ts'
import './page-drawer.css'

type Props = { readonly citationPage: CitationPage; onClose(): void }

/** Shows a page of a document next to the conversation, with the citation highlighted. */
export function PageDrawer({ citationPage, onClose }: Props) {
  return (
    <Drawer
      open
      title={citationPage.fileName}
      size="min(720px, 100vw)"
      className="chat-drawer"
      onClose={onClose}
    >
      <Pages key={`${citationPage.documentId} ${citationPage.page}`} citationPage={citationPage} />
    </Drawer>
  )
}

const defaultStyle = { aspectRatio: '595 / 842' }

function Pages({ citationPage }: { readonly citationPage: CitationPage }) {
  const { documentId } = citationPage
  const { data: pages, error, refetch } = useQuery(pagesOf(documentId))
  const [page, setPage] = useState(citationPage.page)
  if (error instanceof Refusal && error.status === 404) return <DocumentDeleted />
  if (error && !pages) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="The page cannot be shown." onRetry={retry} />
  }
  if (!pages) return <div className="bone chat-sheet" style={defaultStyle} aria-busy="true" />
  const size = pages[page]
  if (!size) return <DocumentDeleted />
  return (
    <>
      <nav className="chat-page-steps" aria-label="Pages">
        <Button
          size="small"
          aria-label="Previous page"
          icon={<LeftOutlined />}
          disabled={page === 0}
          onClick={() => setPage(page - 1)}
        />
        <span>
          Page {page + 1} of {pages.length}
        </span>
        <Button
          size="small"
          aria-label="Next page"
          icon={<RightOutlined />}
          disabled={page === pages.length - 1}
          onClick={() => setPage(page + 1)}
        />
      </nav>
      <Sheet key={page} citationPage={citationPage} page={page} size={size} />
    </>
  )
}

type SheetProps = {
  readonly citationPage: CitationPage
  readonly page: number
  readonly size: SheetSize
}

function Sheet({ citationPage, page, size }: SheetProps) {
  const [isLost, setLost] = useState(false)
  const { documentId, fileName, quote } = citationPage
  const boxes = page === citationPage.page ? citationPage.boxes : []
  if (isLost) return <DocumentDeleted />
  return (
    <section
      className="chat-sheet"
      aria-label={`Page ${page + 1}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it.
      tabIndex={0}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <img
        src={addressOfPage(documentId, page)}
        alt={`Page ${page + 1} of ${fileName}`}
        draggable={false}
        onError={() => setLost(true)}
      />
      {boxes.map((box, index) => (
        <Band key={`${box}`} isFirst={index === 0} title={quote} style={boxStyle(box, size)} />
      ))}
    </section>
  )
}

type BandProps = {
  readonly isFirst: boolean
  readonly title: string
  readonly style: BoxStyle
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** Highlights one box; the first one is scrolled into view. */
function Band({ isFirst, title, style }: BandProps) {
  return (
    <mark ref={isFirst ? scrollTo : null} className="chat-band" title={title} style={style}>
      <span className="visually-hidden">{title}</span>
    </mark>
  )
}

function DocumentDeleted() {
  return (
    <EmptyState
      title="This document is no longer in the app"
      explanation="This answer stays unchanged. Future answers will not use the document."
    />
  )
}
