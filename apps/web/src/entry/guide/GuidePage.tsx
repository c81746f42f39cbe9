import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Children, type ReactNode, useEffect } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { NotFound } from '../NotFound.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { contentsPage, findGuideAddress, findGuideImage, loadGuidePage } from './guide-pages.ts'
import { type Block, type Inline, type Line, readMarkdown } from './read-markdown.ts'
import './guide.css'

/** A page of the guide, which needs no session. */
export function GuidePage() {
  const { page = contentsPage } = useParams({ strict: false }) as { readonly page?: string }
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', page],
    queryFn: async () => (await loadGuidePage(page)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePageTitle('Guide')
  useEffect(() => {
    // The heading that the address names exists only now.
    if (data) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [data])

  if (data === null) return <NotFound />
  return (
    <PublicFrame>
      <article className="page guide">
        {error && (
          <FailureState error={error} fallback="Failed to load" onRetry={() => void refetch()} />
        )}
        {!data && !error && <PageSkeleton />}
        {data && showAll(readMarkdown(data), showBlock)}
        {data && page !== contentsPage && (
          <p>
            <a href="/guide">All pages of the guide</a>
          </p>
        )}
      </article>
    </PublicFrame>
  )
}

/** Shows the parts one after another; their order never changes. */
const showAll = <Part,>(parts: readonly Part[], showPart: (part: Part) => ReactNode): ReactNode =>
  Children.toArray(parts.map(showPart))

function showBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h1' : block.level === 2 ? 'h2' : 'h3'
      return <Heading id={block.id}>{showLine(block.line)}</Heading>
    }
    case 'paragraph':
      return <p>{showLine(block.line)}</p>
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return <List>{showAll(block.items, showItem)}</List>
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>{showAll(block.head, showHeading)}</tr>
          </thead>
          <tbody>{showAll(block.rows, showRow)}</tbody>
        </table>
      )
  }
}

const showLine = (line: Line): ReactNode => showAll(line, showInline)
const showItem = (line: Line) => <li>{showLine(line)}</li>
const showHeading = (line: Line) => <th scope="col">{showLine(line)}</th>
const showCell = (line: Line) => <td>{showLine(line)}</td>
const showRow = (row: readonly Line[]) => <tr>{showAll(row, showCell)}</tr>

function showInline(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{part.text}</strong>
    case 'emphasis':
      return <em>{part.text}</em>
    case 'image':
      return <img src={findGuideImage(part.target)} alt={part.text} />
    case 'link': {
      const address = findGuideAddress(part.target)
      return address ? <a href={address}>{part.text}</a> : part.text
    }
  }
}
