/** Placeholder while a document is being opened. */
export function PageSkeleton({ name }: { readonly name: string }) {
  return (
    <div className="pdf-wait" aria-busy="true">
      <div className="bone pdf-bone">
        <p className="wait-words" role="status">
          Opening {name}…
        </p>
      </div>
    </div>
  )
}
