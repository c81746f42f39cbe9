import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import { penOn } from './digital-pages.ts'

const ink = '#1f2937'

function checkBox(
  on: Drawing,
  label: string,
  [x, y]: readonly [number, number],
  isChecked: boolean,
): void {
  const pen = penOn(on)
  on.rect(x, y, 11, 11).lineWidth(1).stroke(ink)
  if (isChecked) {
    on.moveTo(x + 2, y + 6)
      .lineTo(x + 5, y + 9)
      .lineTo(x + 10, y + 1.5)
      .lineWidth(1.6)
      .stroke(ink)
  }
  pen.put(label, x + 18, y + 1)
}

function field(
  on: Drawing,
  [x, y, width]: readonly [number, number, number],
  [label, value]: readonly [string, string],
): void {
  const pen = penOn(on)
  pen.put(label, x, y, { size: 8, colour: '#6b7280' })
  pen.put(value, x, y + 13, { size: 11 })
  pen.rule(x, y + 28, width, ink)
}

export function form(on: Drawing): void {
  const pen = penOn(on)
  pen.put('Application for a library card', 50, 50, { size: 18, bold: true })
  pen.put('Please fill in with block letters and check what applies.', 50, 78)
  field(on, [50, 110, 235], ['Family name', 'HALVORSEN'])
  field(on, [310, 110, 235], ['Given names', 'MARIT ELISE'])
  field(on, [50, 158, 150], ['Date of birth', '04.09.1988'])
  field(on, [225, 158, 320], ['Street and number', 'STRANDGATEN 27B'])
  field(on, [50, 206, 150], ['Postal code', '5013'])
  field(on, [225, 206, 320], ['Town', 'BERGEN'])
  pen.put('Kind of card', 50, 262, { bold: true })
  checkBox(on, 'Adult', [50, 282], true)
  checkBox(on, 'Student', [160, 282], false)
  checkBox(on, 'Family', [270, 282], false)
  checkBox(on, 'Institution', [380, 282], false)
  pen.put('I would like to receive', 50, 316, { bold: true })
  checkBox(on, 'reminders by e-mail', [50, 336], true)
  checkBox(on, 'the monthly programme', [210, 336], true)
  checkBox(on, 'nothing by post', [390, 336], false)
  pen.put('Payment of the yearly fee of 24.00', 50, 370, { bold: true })
  checkBox(on, 'Cash', [50, 390], false)
  checkBox(on, 'Bank transfer', [160, 390], true)
  checkBox(on, 'Card', [310, 390], false)
  field(on, [50, 440, 235], ['Place and date', 'BERGEN, 02.02.2026'])
  field(on, [310, 440, 235], ['Signature', ''])
  on.moveTo(325, 462)
    .bezierCurveTo(345, 435, 350, 478, 372, 452)
    .bezierCurveTo(385, 440, 395, 470, 430, 450)
    .lineWidth(1.3)
    .stroke('#1d3f8f')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const stations = ['Bergen', 'Voss', 'Stryn', 'Florø', 'Odda', 'Norheimsund', 'Førde', 'Sogndal']

/** Drawn lying; the page stands, so that a reader has to turn it. */
export function rotatedTable(on: Drawing): void {
  const pen = penOn(on)
  on.rotate(90, { origin: [0, 0] }).translate(0, -595)
  pen.put('Rainfall in millimetres, 2025', 60, 60, { size: 15, bold: true })
  pen.put('Station', 60, 104, { bold: true })
  for (const [index, month] of months.entries())
    pen.putRight(month, 200 + index * 46, 104, { bold: true })
  pen.rule(60, 120, 680, ink)
  for (const [row, station] of stations.entries()) {
    const y = 130 + row * 24
    pen.put(station, 60, y)
    for (let month = 0; month < 12; month++) {
      const rain = 70 + ((row * 37 + month * 53) % 190)
      pen.putRight(String(rain), 200 + month * 46, y)
    }
    pen.rule(60, y + 16, 680)
  }
}

/** Hebrew: the library turns the letters of a word around, and puts words from left to right. */
export function rightToLeft(on: Drawing, font: string): void {
  const pen = penOn(on)
  const right = (text: string, y: number, size = 12) => {
    on.font(font).fontSize(size).fillColor(ink)
    let end = 540
    for (const word of text.split(' ')) {
      end -= on.widthOfString(word)
      on.text(word, end, y, { lineBreak: false })
      end -= on.widthOfString(' ')
    }
  }
  right('מכתב מהספרייה', 60, 20)
  const lines = [
    'שלום רב,',
    'הספר שהזמנת הגיע אלינו השבוע.',
    'אפשר לקחת אותו בדלפק הראשי.',
    'הספרייה פתוחה בכל יום, חוץ משבת.',
    'נשמח לראות אותך.',
    'בברכה,',
    'צוות הספרייה העירונית',
  ]
  for (const [row, text] of lines.entries()) right(text, 110 + row * 28)
  pen.put('Order 48213', 50, 330, { size: 10 })
}
