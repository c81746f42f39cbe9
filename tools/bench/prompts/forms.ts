import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import type { TestFile } from '../../../apps/server/src/testing/people.ts'

/** The lines of a form, which is one page; the deployments ask for some or all of them. */
const lines = Array.from({ length: 50 }, (_, index) => index + 1)

export const formFields = (count: number) =>
  lines
    .slice(0, count)
    .map((line) => ({ key: `field_${line}`, prompt: `What is the field ${line}?` }))

const lineValue = (form: number, line: number) => `V-${form}-${line}`

/** Returns the field values of the form with this number. */
export const expectedAnswers = (form: number, count: number): Record<string, string> =>
  Object.fromEntries(lines.slice(0, count).map((line) => [`field_${line}`, lineValue(form, line)]))

export async function formFile(form: number): Promise<TestFile> {
  const content = await drawPdf({ title: `Form ${form}` }, (pen) => {
    for (const line of lines) {
      pen.text(`Field ${line}: ${lineValue(form, line)}`, 72, 50 + line * 14, { size: 9 })
    }
  })
  return { name: `form-${form}.pdf`, content, field: 'files', type: 'application/pdf' }
}
