import { expect, test } from 'vitest'
import { judgePassword } from './judge-password.ts'

const ada = { username: 'ada.lovelace', email: 'augusta.ada.king@example.org' }

test.each(['short', 'eleven char', `spaces${' '.repeat(20)}`])(
  '%j is too short',
  async (password) => {
    expect(await judgePassword(password, ada)).toContain('at least 12')
  },
)

test('one that nobody could type is too long', async () => {
  expect(await judgePassword('correct horse '.repeat(10), ada)).toContain('at most 128')
})

test.each([
  '1qaz2wsx3edc',
  'qwertyuiop[]',
  'Password2024!',
  '123456789012',
  'dragon!!!!!!',
  '..Monkey..1234',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '111122223333',
  'ada.lovelace1',
])('%s is guessed first', async (password) => {
  expect(await judgePassword(password, ada)).toContain('too easy to guess')
})

test.each([
  'augusta.ada.king@example.org',
  'Augusta.Ada.King@Example.ORG',
  ' augusta.ada.king@example.org ',
  'augusta.ada.king@example.org1!',
  'augusta.ada.king',
  'AUGUSTA.ADA.KING2026',
  'ａｕｇｕｓｔａ.ada.king',
])('%s is the address of its owner', async (password) => {
  expect(await judgePassword(password, ada)).toContain('your email address')
})

test.each([
  'correct horse battery',
  'xkcd-936-was-right',
  'čtyři slova stačí',
  '7gk2-mw9p-4vtz-q8ha',
  'augusta.ada.king likes no trains',
])('%s may be had', async (password) => {
  expect(await judgePassword(password, ada)).toBeUndefined()
})
