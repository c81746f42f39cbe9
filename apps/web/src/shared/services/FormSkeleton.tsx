const fields = ['a', 'b', 'c', 'd']

/** Placeholder for a settings form while it is loading. */
export function FormSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the settings
      </span>
      {fields.map((field) => (
        <div key={field} style={{ marginBottom: 20 }}>
          <div className="bone" style={{ width: 120, height: 16, marginBottom: 6 }} />
          <div className="bone" style={{ height: 32 }} />
        </div>
      ))}
    </div>
  )
}
