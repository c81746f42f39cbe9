/** A value in the second column, next to the current one. */
export type SecondValue = {
  readonly text: string
  /** Whether it is another value than the current one. */
  readonly isDifferent: boolean
}

/** Shows a value of another profile, document or run, and marks it if it differs. */
export function ComparedCell({
  secondValue: { text, isDifferent },
}: {
  readonly secondValue: SecondValue
}) {
  return (
    <td className="field-compared" data-different={isDifferent} title={text || undefined}>
      {isDifferent && (
        <>
          <span aria-hidden="true">≠ </span>
          <span className="visually-hidden">Different: </span>
        </>
      )}
      {text}
    </td>
  )
}
