import type { CheckOutcome, OtherDocument } from '@recto/contract/checks'
import type { ComparedDocument } from '@recto/extraction/compare-documents'
import type { JudgedCheck } from '@recto/extraction/judge-checks'

const names: Readonly<Record<ComparedDocument<unknown>['across'], string>> = {
  same_document: 'Same document',
  bank_account: 'Bank account of the seller',
  order_and_invoice: 'Order and invoice',
}

type Checked<Ref> = {
  readonly judged: readonly JudgedCheck[]
  readonly compared: readonly ComparedDocument<Ref>[]
  /** Where another document is found. */
  readonly placeOf: (ref: Ref) => Omit<OtherDocument, 'name'>
}

/** Under the names of the contract: it is stored and shown as it is. */
export function presentChecks<Ref>({ judged, compared, placeOf }: Checked<Ref>): CheckOutcome[] {
  return [
    ...judged.map(({ name, expression, outcome, fields, reason }) => ({
      ...{ name, expression, across: null, outcome, fields: [...fields], reason, documents: [] },
    })),
    ...compared.map(({ across, outcome, fields, reason, documents }) => ({
      ...{ name: names[across], expression: null, across, outcome, fields: [...fields], reason },
      documents: documents.map(({ name, ref }) => ({ name, ...placeOf(ref) })),
    })),
  ]
}
