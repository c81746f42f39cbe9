/** Placeholder for a list in the side column. */
export const LoadingRows = () => (
  <div aria-busy="true">
    <div className="bone" style={{ height: 32, margin: '8px 0' }} />
    <div className="bone" style={{ height: 32 }} />
  </div>
)
