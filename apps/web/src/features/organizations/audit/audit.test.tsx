import { type AuditEntry, listAudit } from '@recto/contract/organizations/audit'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { AuditPage } from './AuditPage.tsx'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const byHand: AuditEntry = {
  id: 3,
  made_at: '2026-11-27T12:00:00Z',
  actor_email: 'ana@acme.test',
  action: 'workflow.deploy-right-changed',
  subject_type: 'workflow',
  subject_id: '11111111-1111-4111-8111-111111111111',
  subject_name: 'Supplier invoices',
  before: { users: [] },
  after: { users: ['ben@acme.test'] },
  address: '192.0.2.7',
  browser: firefox,
  key_name: null,
}
const byScript: AuditEntry = {
  ...byHand,
  id: 2,
  actor_email: 'key Nightly',
  action: 'workflow.created',
  browser: 'nightly/1.0',
  key_name: 'Nightly',
}
const onServer: AuditEntry = {
  ...byHand,
  id: 1,
  actor_email: 'ben@acme.test',
  action: 'password.reset',
  address: '',
  browser: '',
}

test('the log says who did what from where, in words', async () => {
  fakeServer(
    answer(listAudit, () => ({
      count: 3,
      next: null,
      previous: null,
      results: [byHand, byScript, onServer],
      actions: ['password.reset', 'workflow.created', 'workflow.deploy-right-changed'],
    })),
  )
  await show(<AuditPage />)
  await screen.findByText('Workflow: deploy right changed')
  const [hand, script, reset] = screen.getAllByRole('row').slice(1)

  expect(within(hand as HTMLElement).getByText(/192\.0\.2\.7/)).toBeTruthy()
  expect(within(hand as HTMLElement).getByText('Firefox').title).toBe(firefox)
  expect(within(hand as HTMLElement).getByText('ben@acme.test')).toBeTruthy()
  expect(within(script as HTMLElement).getByText('Key “Nightly”').title).toBe('nightly/1.0')
  expect(within(reset as HTMLElement).getByText('Server')).toBeTruthy()
})
