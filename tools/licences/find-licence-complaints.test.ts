import { expect, test } from 'vitest'
import { findLicenceComplaints } from './find-licence-complaints.ts'

const allowedLicences = ['MIT', 'Apache-2.0']
const complaintsOf = (license: string | undefined, reasons: Record<string, string> = {}) =>
  findLicenceComplaints(
    { '': {}, 'node_modules/a': license === undefined ? {} : { license } },
    { allowed: allowedLicences, reasons },
  )

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'UNLICENSED', undefined])(
  'a package under %s is named',
  (license) => {
    expect(complaintsOf(license)).toEqual([
      `a: ${license ?? 'no licence'} is not among the allowed licences.`,
    ])
  },
)

test.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND Apache-2.0'])('%s is allowed', (license) => {
  expect(complaintsOf(license)).toEqual([])
})

test('another one needs a reason, and a reason a package', () => {
  expect(complaintsOf('MPL-2.0', { 'a*': 'tests only' })).toEqual([])
  expect(complaintsOf('MIT', { b: 'tests only' })).toEqual([
    'b: nothing needs this reason; remove it.',
  ])
})
