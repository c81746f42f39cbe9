import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import { penOn } from './digital-pages.ts'

const ink = '#1f2937'

function checkBox(
  drawing: Drawing,
  label: string,
  [x, y]: readonly [number, number],
  isChecked: boolean,
): void {
  const pen = penOn(drawing)
  drawing.rect(x, y, 11, 11).lineWidth(1).stroke(ink)
  if (isChecked) {
    drawing
      .moveTo(x + 2, y + 6)
      .lineTo(x + 5, y + 9)
      .lineTo(x + 10, y + 1.5)
      .lineWidth(1.6)
      .stroke(ink)
  }
  pen.put(label, x + 18, y + 1)
}

function field(
  drawing: Drawing,
  [x, y, width]: readonly [number, number, number],
  [label, value]: readonly [string, string],
): void {
  const pen = penOn(drawing)
  pen.put(label, x, y, { size: 8, colour: '#6b7280' })
  pen.put(value, x, y + 13, { size: 11 })
  pen.rule(x, y + 28, width, ink)
}

export function form(drawing: Drawing): void {
  const pen = penOn(drawing)
  pen.put('Application for a library card', 50, 50, { size: 18, bold: true })
  pen.put('Please fill in with block letters and check what applies.', 50, 78)
  field(drawing, [50, 110, 235], ['Family name', 'HALVORSEN'])
  field(drawing, [310, 110, 235], ['Given names', 'MARIT ELISE'])
  field(drawing, [50, 158, 150], ['Date of birth', '04.09.1988'])
  field(drawing, [225, 158, 320], ['Street and number', 'STRANDGATEN 27B'])
  field(drawing, [50, 206, 150], ['Postal code', '5013'])
  field(drawing, [225, 206, 320], ['Town', 'BERGEN'])
  pen.put('Kind of card', 50, 262, { bold: true })
  checkBox(drawing, 'Adult', [50, 282], true)
  checkBox(drawing, 'Student', [160, 282], false)
  checkBox(drawing, 'Family', [270, 282], false)
  checkBox(drawing, 'Institution', [380, 282], false)
  pen.put('I would like to receive', 50, 316, { bold: true })
  checkBox(drawing, 'reminders by e-mail', [50, 336], true)
  checkBox(drawing, 'the monthly programme', [210, 336], true)
  checkBox(drawing, 'nothing by post', [390, 336], false)
  pen.put('Payment of the yearly fee of 24.00', 50, 370, { bold: true })
  checkBox(drawing, 'Cash', [50, 390], false)
  checkBox(drawing, 'Bank transfer', [160, 390], true)
  checkBox(drawing, 'Card', [310, 390], false)
  field(drawing, [50, 440, 235], ['Place and date', 'BERGEN, 02.02.2026'])
  field(drawing, [310, 440, 235], ['Signature', ''])
  drawing
    .moveTo(325, 462)
    .bezierCurveTo(345, 435, 350, 478, 372, 452)
    .bezierCurveTo(385, 440, 395, 470, 430, 450)
    .lineWidth(1.3)
    .stroke('#1d3f8f')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const stations = ['Bergen', 'Voss', 'Stryn', 'Florø', 'Odda', 'Norheimsund', 'Førde', 'Sogndal']

/** Draws a table rotated by 90 degrees, so that a reader has to turn the page. */
export function rotatedTable(drawing: Drawing): void {
  const pen = penOn(drawing)
  drawing.rotate(90, { origin: [0, 0] }).translate(0, -595)
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

/** Draws a letter in Hebrew. The library reverses the letters of a word but orders words from left to right. */
export function rightToLeft(drawing: Drawing, font: string): void {
  const pen = penOn(drawing)
  const right = (text: string, y: number, size = 12) => {
    drawing.font(font).fontSize(size).fillColor(ink)
    let end = 540
    for (const word of text.split(' ')) {
      end -= drawing.widthOfString(word)
      drawing.text(word, end, y, { lineBreak: false })
      end -= drawing.widthOfString(' ')
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
