import { Pagination } from 'antd'
import { useEffect } from 'react'
import { Refusal } from '../api/refusal.ts'
import { useAddressSearch, useChangeAddressSearch } from '../navigation/address-search.ts'
import './list.css'

type Props = {
  readonly page: number
  readonly pageSize: number
  /** Number of rows on all pages. */
  readonly count: number
  onChange(page: number): void
}

/** The numbers of the pages below a list; nothing if there is only one. */
export function ListPages({ page, pageSize, count, onChange }: Props) {
  const lastPage = Math.max(1, Math.ceil(count / pageSize))
  const isBeyond = count > 0 && page > lastPage
  // The last row of the last page may have been deleted.
  useEffect(() => {
    if (isBeyond) onChange(lastPage)
  })

  return (
    <Pagination
      className="list-pages"
      align="end"
      hideOnSinglePage
      showSizeChanger={false}
      current={page}
      pageSize={pageSize}
      total={count}
      onChange={onChange}
    />
  )
}

/** Returns the page number in a value of the address; the first page if it is not one. */
export function pageIn(value: unknown): number {
  const page = Number(value)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** The current page of a list, which is stored in the address. */
export function usePageInAddress(): [number, (page: number) => void] {
  const page = pageIn(useAddressSearch().page)
  const change = useChangeAddressSearch()
  return [page, (next) => change({ page: next === 1 ? undefined : next })]
}

/** Goes to the first page if the server has no such page, as in the address of a list that has become shorter. */
export function useLeaveMissingPage(
  error: unknown,
  [page, setPage]: readonly [number, (page: number) => void],
): void {
  const isMissing = page > 1 && error instanceof Refusal && error.status === 404
  useEffect(() => {
    if (isMissing) setPage(1)
  })
}
