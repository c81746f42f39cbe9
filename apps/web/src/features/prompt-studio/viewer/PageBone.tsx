/** Stands for a page while its document is being opened. */
export function PageBone({ name }: { readonly name: string }) {
  return (
    <div className="pdf-wait" aria-busy="true">
      <span className="visually-hidden" role="status">
        Opening {name}
      </span>
      <div className="bone pdf-bone" />
    </div>
  )
}
