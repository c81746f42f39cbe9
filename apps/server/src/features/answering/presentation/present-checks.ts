import type { CheckOutcome, OtherDocument } from '@recto/contract/prompt-studio/checks'
import type { ComparedDocument } from '@recto/extraction/compare-documents'
import type { JudgedCheck } from '@recto/extraction/judge-checks'

const names: Readonly<Record<ComparedDocument<unknown>['across'], string>> = {
  same_document: 'Same document',
  bank_account: 'Bank account of the seller',
  order_and_invoice: 'Order and invoice',
}

type CheckResults<Ref> = {
  readonly judgedChecks: readonly JudgedCheck[]
  readonly comparedDocuments: readonly ComparedDocument<Ref>[]
  /** Converts a reference to another document. */
  readonly toDocumentRef: (ref: Ref) => Omit<OtherDocument, 'name'>
}

/** Named as in the contract: stored and shown unchanged. */
export function presentChecks<Ref>({
  judgedChecks,
  comparedDocuments,
  toDocumentRef,
}: CheckResults<Ref>): CheckOutcome[] {
  return [
    ...judgedChecks.map(({ name, expression, outcome, fields, reason }) => ({
      name,
      expression,
      across: null,
      outcome,
      fields: [...fields],
      reason,
      documents: [],
    })),
    ...comparedDocuments.map(({ across: comparison, outcome, fields, reason, documents }) => ({
      name: names[comparison],
      expression: null,
      across: comparison,
      outcome,
      fields: [...fields],
      reason,
      documents: documents.map(({ name, ref }) => ({ name, ...toDocumentRef(ref) })),
    })),
  ]
}
