const rows = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder for a page with a title and a list, in their size. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the page
      </span>
      <div className="bone" style={{ width: 220, height: 28, marginBottom: 8 }} />
      <div className="bone" style={{ width: 'min(420px, 80%)', height: 16, marginBottom: 24 }} />
      <ListSkeleton />
    </div>
  )
}

/** Placeholder for a list. */
export function ListSkeleton() {
  return (
    <div className="sheet" style={{ padding: 12 }} aria-hidden="true">
      {rows.map((row) => (
        <div key={row} className="bone" style={{ height: 36, margin: '6px 0' }} />
      ))}
    </div>
  )
}

/** Placeholder for a list in the side column. */
export const RowsSkeleton = () => (
  <div aria-busy="true">
    <div className="bone" style={{ height: 32, margin: '8px 0' }} />
    <div className="bone" style={{ height: 32 }} />
  </div>
)
