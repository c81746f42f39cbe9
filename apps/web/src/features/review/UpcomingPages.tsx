import { useQuery } from '@tanstack/react-query'
import { addressOfItemPage, type Desk, pagesOfItem, upcomingItem } from './review.queries.ts'

/** Fetches ahead what the next document is shown by. Nobody sees it, and what fails is asked for again by then. */
export function UpcomingPages(desk: Desk) {
  const { data: next } = useQuery(upcomingItem(desk))
  return next ? <FirstPage itemId={next.id} /> : null
}

function FirstPage({ itemId }: { readonly itemId: string }) {
  const { data: pages } = useQuery(pagesOfItem(itemId))
  return pages ? <img hidden alt="" src={addressOfItemPage(itemId, 0)} /> : null
}
