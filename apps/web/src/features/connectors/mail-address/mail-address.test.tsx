import * as connectors from '@recto/contract/connectors/connectors'
import * as api from '@recto/contract/connectors/mail-addresses'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bucket } from '../../../testing/connectors.ts'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { connectorFromWire } from '../connector.ts'
import { MailAddress } from './MailAddress.tsx'

const times = { created_at: '2026-12-01T10:00:00.000000Z', rotated_at: null }
const mail: api.ReceivedMail = {
  id: '33333333-3333-4333-8333-333333333333',
  received_at: '2026-12-01T10:00:00.000000Z',
  sender: 'bob@example.com',
  subject: 'Invoice May',
  message_id: '<1@example.com>',
  date: null,
  size: 4000,
  status: 'failed',
  reason: null,
  spf: 'fail',
  dkim: 'none',
  is_verified: false,
  is_flagged: true,
  documents: [
    { name: 'may.pdf', size: 3000, problem: null },
    { name: 'smime.p7m', size: 0, problem: 'The mail is encrypted.' },
  ],
}

test('the address is copied and replaced by its owner, and each mail shows its sender, documents and fate', async () => {
  let address = 'invoices-8f3a@in.example.org'
  const deletedIds: string[] = []
  fakeServer(
    answer(connectors.listConnectors, () => []),
    answer(api.getMailAddress, () => ({ address, ...times })),
    answer(api.rotateMailAddress, () => {
      address = 'invoices-9k2m@in.example.org'
      return { address, ...times }
    }),
    answer(api.listReceivedMails, () => (deletedIds.length > 0 ? [] : [mail])),
    answer(api.deleteReceivedMail, ({ params }) => {
      deletedIds.push(params.mail_id)
      return undefined
    }),
  )
  const connector = connectorFromWire({
    ...bucket,
    connector_metadata: { senders: 'example.com', authentication: 'require' },
    has_mail_address: true,
  })
  const ana = userEvent.setup()
  await show(<MailAddress connector={connector} />)

  await ana.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('invoices-8f3a@in.example.org')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Accepted from: example.com',
      'Mails without proof of the sender are refused',
      'Up to 25 MB each and 500 mails an hour',
    ]),
  )
  const row = (await screen.findByText('Invoice May')).closest('tr') as HTMLElement
  for (const text of ['Not verified', 'SPF fail, DKIM none', 'The mail is encrypted.', 'Failed'])
    expect(within(row).getByText(text)).toBeTruthy()

  await ana.click(screen.getByRole('button', { name: 'New address' }))
  await ana.click(await screen.findByRole('button', { name: 'Replace' }))
  expect(await screen.findByText('invoices-9k2m@in.example.org')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Delete Invoice May' }))
  await ana.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/No mail has arrived yet/)).toBeTruthy()
  expect(deletedIds).toEqual([mail.id])
})
