import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import Markdown from 'markdown-to-jsx'
import { type ReactNode, useEffect } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { NotFound } from '../NotFound.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { contentsPage, findGuideAddress, findGuideImage, loadGuidePage } from './guide-pages.ts'
import './guide.css'

type LinkProps = { readonly href?: string; readonly children?: ReactNode }

/** Other documents are only in the repository, so that their names are no links here. */
function GuideLink({ href = '', children }: LinkProps) {
  const address = findGuideAddress(href)
  return address ? <a href={address}>{children}</a> : children
}

const GuideImage = ({ src = '', alt = '' }: { readonly src?: string; readonly alt?: string }) => (
  <img src={findGuideImage(src)} alt={alt} />
)

const options = { overrides: { a: GuideLink, img: GuideImage }, forceBlock: true } as const

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
        {data && <Markdown options={options}>{data}</Markdown>}
        {data && page !== contentsPage && (
          <p>
            <a href="/guide">All pages of the guide</a>
          </p>
        )}
      </article>
    </PublicFrame>
  )
}
