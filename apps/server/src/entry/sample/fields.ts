import type { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'

type SampleField = { readonly key: string; readonly prompt: string; readonly type: EnforceType }

/** The fields of the sample project; the wording also works for language models. */
export const sampleFields = [
  { key: 'invoice_number', type: 'text', prompt: 'What is the invoice number?' },
  { key: 'issue_date', type: 'date', prompt: 'On which date was the invoice issued?' },
  { key: 'due_date', type: 'date', prompt: 'When is the payment due?' },
  { key: 'seller_name', type: 'text', prompt: 'Which company issued the invoice?' },
  { key: 'customer_name', type: 'text', prompt: 'Which customer is the invoice billed to?' },
  {
    key: 'currency',
    type: 'text',
    prompt: 'In which currency are the amounts? Give its three-letter code.',
  },
  { key: 'subtotal', type: 'number', prompt: 'What is the subtotal, before tax?' },
  { key: 'tax', type: 'number', prompt: 'How much tax (VAT) is charged?' },
  { key: 'total', type: 'number', prompt: 'What is the total to pay, tax included?' },
  { key: 'iban', type: 'text', prompt: 'What is the IBAN for the payment?' },
] as const satisfies readonly SampleField[]
