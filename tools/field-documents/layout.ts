import type { FormContent } from './content/form.ts'
import type { InvoiceContent } from './content/invoice.ts'
import type { ReceiptContent } from './content/receipt.ts'
import type { StatementContent } from './content/statement.ts'
import type { PaperSize, Sheet } from './sheet.ts'

type LayoutOf<Kind extends string, Content> = {
  readonly kind: Kind
  readonly name: string
  readonly size: PaperSize
  readonly draw: (sheet: Sheet, content: Content) => void
}

/** A layout for documents of one kind. */
export type Layout =
  | LayoutOf<'invoice', InvoiceContent>
  | LayoutOf<'receipt', ReceiptContent>
  | LayoutOf<'statement', StatementContent>
  | LayoutOf<'form', FormContent>

export type DocumentKind = Layout['kind']
