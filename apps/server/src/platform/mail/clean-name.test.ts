import { expect, test } from 'vitest'
import { cleanAddressForMail, cleanNameForMail } from './clean-name.ts'

test.each([
  ['Win at https://evil.example/x?y=1#z now', 'Win at https evil example x y 1 z now'],
  ['www.evil.example', 'www evil example'],
  ['evil.example', 'evil example'],
  ['evil。example', 'evil example'],
  ['ｅｖｉｌ．example', 'evil example'],
  ['evil․example', 'evil example'],
  ['10.20.30.40', '10 20 30 40'],
  ['claim@evil.example', 'claim evil example'],
  ['javascript:alert(1)', 'javascript alert(1)'],
  ['<b>Bold</b> & <img src=x>', 'b Bold b & img src x'],
  ['[click](evil)', 'click (evil)'],
  ['One\r\nBcc: all@example.org\u2028Two', 'One Bcc all example org Two'],
  ['Reversed \u202eelpmaxe', 'Reversed elpmaxe'],
  ['zero\u200bwidth', 'zero width'],
  ['evil.\u200cexample', 'evil example'],
])('%j cannot be more than a name', (name, cleanName) => {
  expect(cleanNameForMail(name)).toBe(cleanName)
})

test.each([
  'Müller & Söhne GmbH, Köln (Nord)',
  "L'Oréal – Paris",
  'A.B.C. Ltd.',
  'شركة الفواتير',
  'חשבוניות בע’מ',
  '請求書株式会社',
  'क्षत्रिय',
  'خانه‌ها',
])('%s stays as it is', (name) => {
  expect(cleanNameForMail(name)).toBe(name)
})

test('a name has at most 80 characters, and never none', () => {
  expect([...cleanNameForMail('𠮷'.repeat(300))]).toHaveLength(80)
  expect(cleanNameForMail('///')).toBe('An organization')
})

test('an address that is more than one is shown as a name', () => {
  expect(cleanAddressForMail('ada+test@example.org')).toBe('ada+test@example.org')
  expect(cleanAddressForMail('<a href=x>@evil.example')).toBe('a href x evil example')
})
