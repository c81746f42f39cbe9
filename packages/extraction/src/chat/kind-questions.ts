import type { Question } from '@recto/provider-spec/answer'
import { toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { toFieldQuestion } from '../built-in/field-question.ts'
import type { BusinessFieldName } from '../labels/business-fields.ts'

type KindWording = {
  /** Kinds of documents; any document without this. */
  readonly kinds?: readonly string[]
  readonly prompt: string
  readonly type: Question['type']
}

const reports = ['report']
const payslips = ['payslip', 'pay']
const saleKinds = ['bill', 'receipt', 'creditnote', 'ticket', 'order', 'booking', 'offer']
const orders = ['order', 'booking', 'offer']

/**
 * How documents of a kind label what a question calls by the usual word for it. The usual word is asked for first, except
 * where documents of the kind use it for something else.
 */
const wordingsByField: Readonly<Partial<Record<BusinessFieldName, readonly KindWording[]>>> = {
  date: [
    { kinds: ['contract', 'policy'], prompt: 'contract date', type: 'date' },
    { prompt: 'report date', type: 'date' },
    { kinds: ['statement'], prompt: 'statement date', type: 'date' },
    { kinds: payslips, prompt: 'pay date', type: 'date' },
    { kinds: ['deliverynote'], prompt: 'delivery date', type: 'date' },
    { kinds: orders, prompt: 'order date', type: 'date' },
  ],
  total: [{ kinds: orders, prompt: 'order value', type: 'number' }],
  'due-date': [{ prompt: 'payment terms', type: 'text' }],
  'delivery-date': [{ prompt: 'required date', type: 'date' }],
  'reference-number': [
    { kinds: ['bill', 'receipt', 'creditnote'], prompt: 'invoice number', type: 'text' },
    { kinds: orders, prompt: 'order number', type: 'text' },
    { kinds: ['deliverynote'], prompt: 'delivery note number', type: 'text' },
    { kinds: ['statement'], prompt: 'statement number', type: 'text' },
    { kinds: ['contract'], prompt: 'contract number', type: 'text' },
    { kinds: ['policy'], prompt: 'policy number', type: 'text' },
    { kinds: reports, prompt: 'report number', type: 'text' },
    { kinds: reports, prompt: 'order number', type: 'text' },
  ],
}

const netPay: Question = { key: '', prompt: 'net pay', type: 'number' }
const grossPay: Question = { key: '', prompt: 'gross pay', type: 'number' }
const reportDate: Question = { key: '', prompt: 'report date', type: 'date' }
const bankName: Question = { key: '', prompt: 'bank name', type: 'text' }

/** A payslip calls pay what the documents of a sale call an amount. */
const payOfField: Readonly<Partial<Record<BusinessFieldName, Question>>> = {
  net: netPay,
  'amount-paid': netPay,
  total: netPay,
}

const fieldOf = (question: Question): BusinessFieldName | undefined =>
  toFieldQuestion(question).field?.name

/**
 * Adds what a question is called in documents of the given kinds: the date of a report is the day on which it was reported,
 * and what was paid by a payslip is the net pay.
 */
export function addKindQuestions(
  questions: readonly Question[],
  kinds: readonly string[],
): readonly Question[] {
  const isOfKind = (names: readonly string[]) => names.some((name) => kinds.includes(name))
  const fields = questions.map(fieldOf)
  // An insurer does not pay the total of its table.
  const isOtherThanSale = kinds.length > 0 && !isOfKind(saleKinds)
  if (isOtherThanSale && fields[0] === 'amount-paid' && fields[1] === 'total')
    return addKindQuestions(questions.toSpliced(1, 1), kinds)
  if (isOfKind(payslips)) {
    const payQuestions = questions
      .filter(({ type }) => type === 'number')
      .map(toPay)
      .filter((question) => question !== undefined)
    if (payQuestions.length > 0) return payQuestions
  }
  const asksDate = questions.some(({ type }, index) => type === 'date' && fields[index] === 'date')
  const reportDates = isOfKind(reports) && asksDate ? [reportDate] : []
  const issuers = isOfKind(['statement']) && fields.includes('seller-name') ? [bankName] : []
  const kindQuestions = questions
    .flatMap(({ type }, index) => {
      const field = fields[index]
      const wordings = field ? (wordingsByField[field] ?? []) : []
      // `Who issued it` names the field of a date, but asks for none.
      return wordings.filter((wording) => wording.type === type || field === 'due-date')
    })
    .filter((wording) => !wording.kinds || isOfKind(wording.kinds))
    .map(({ prompt, type }): Question => ({ key: '', prompt, type }))
  return [...issuers, ...reportDates, ...questions, ...kindQuestions]
}

/** A wording that names no more than an amount, such as `netto`. */
function toPay(question: Question): Question | undefined {
  const field = fieldOf(question)
  const tokens = toMeaningTokens(question.prompt)
  const saysMore = tokens.some(({ group }) => group === 'contexts' || group === 'word')
  if (!field || saysMore) return undefined
  const isGross = tokens.some(({ keys }) => keys.includes('gross'))
  return isGross ? grossPay : payOfField[field]
}
