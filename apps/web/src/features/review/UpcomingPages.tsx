import { useQuery } from '@tanstack/react-query'
import { addressOfItemPage, pagesOfItem, type ReviewQueue, upcomingItem } from './review.queries.ts'

/**
 * Prefetches what is needed to show the next document. It renders nothing visible, and failed
 * requests are repeated when the document is opened.
 */
export function UpcomingPages(desk: ReviewQueue) {
  const { data: next } = useQuery(upcomingItem(desk))
  return next ? <FirstPage itemId={next.id} /> : null
}

function FirstPage({ itemId }: { readonly itemId: string }) {
  const { data: pages } = useQuery(pagesOfItem(itemId))
  return pages ? <img hidden alt="" src={addressOfItemPage(itemId, 0)} /> : null
}
