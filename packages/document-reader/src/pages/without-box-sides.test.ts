import { layoutText } from '@recto/document-text/layout/layout-text'
import { formatVersion } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { drawPdf, write } from '../testing/draw-pdf.ts'
import { openPatientReader } from '../testing/open-patient-reader.ts'

test('the frame of a check box is no ruling line, the table around it is', async () => {
  const form = await drawPdf((d) => {
    d.initForm()
    d.rect(50, 100, 250, 24).stroke()
    d.rect(60, 106, 12, 12).stroke()
    d.formCheckbox('agree', 61, 107, 10, 10)
    write(d, 'Agree', 80, 107)
  })
  const reader = openPatientReader()

  const { pages } = await reader.read(form, { withRules: true })
  await reader.close()

  expect(pages[0]!.rules).toHaveLength(4)
  const { text } = layoutText({ formatVersion, pages }, { markVerticalLines: true })
  expect(text.trim().split('\n')[0]).toMatch(/^\| {1,3}\[ \] Agree +\| ?$/)
})
