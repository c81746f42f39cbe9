import { type AuditEntry, listAudit } from '@recto/contract/organizations/audit'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { AuditPage } from './AuditPage.tsx'
import { changesOf } from './audit-values.ts'

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

test('a link without filters leaves those that were typed, and a page that is missing leads to the first', async () => {
  const server = fakeServer(
    answer(listAudit, ({ query }) => {
      if (Number(query.page) > 1) return refuse(404, 'Invalid page.')
      return { count: 1, next: null, previous: null, results: [byHand], actions: [], names: {} }
    }),
  )
  const { router } = await show(<AuditPage />)
  const target = await screen.findByLabelText('Target')
  await userEvent.type(target, 'Supplier')
  await waitFor(() => expect(router.state.location.search).toEqual({ subject: 'Supplier' }))

  await act(() => router.navigate({ to: '.', search: {} as never }))
  expect(target).toHaveProperty('value', '')
  await waitFor(() => expect(server.callsOf(listAudit).at(-1)?.query.subject).toBeUndefined())
  expect(router.state.location.search).toEqual({})

  await act(() => router.navigate({ to: '.', search: { page: 7 } as never }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('Workflow: deploy right changed')).toBeTruthy()
})

test('the log says who did what in one line, and from where on demand', async () => {
  const hand = userEvent.setup()
  fakeServer(
    answer(listAudit, () => ({
      count: 3,
      next: null,
      previous: null,
      results: [byHand, byScript, onServer],
      actions: ['password.reset', 'workflow.created', 'workflow.deploy-right-changed'],
      names: {},
    })),
  )
  await show(<AuditPage />)
  await screen.findByText('Workflow: deploy right changed')
  const [first] = screen.getAllByRole('row').slice(1)
  expect(within(first as HTMLElement).getByText('Users: none → ben@acme.test')).toBeTruthy()
  expect(screen.queryByText(/192\.0\.2\.7/)).toBeNull()

  const buttons = screen.getAllByRole('button', { name: /^Details of / })
  for (const button of buttons) await hand.click(button)
  const [hand1, script, server] = screen.getAllByRole('row').filter((row) => row.id !== '')
  expect(within(hand1 as HTMLElement).getByText(/192\.0\.2\.7/)).toBeTruthy()
  expect(within(hand1 as HTMLElement).getByText('Firefox').title).toBe(firefox)
  expect(within(hand1 as HTMLElement).getByText(byHand.subject_id)).toBeTruthy()
  expect(within(script as HTMLElement).getByText('Key “Nightly”').title).toBe('nightly/1.0')
  expect(within(server as HTMLElement).getByText('Server')).toBeTruthy()

  await hand.click(buttons[0] as HTMLElement)
  expect(screen.getAllByRole('row').filter((row) => row.id !== '')).toHaveLength(2)
})

test('ids in the log are shown as names, also those in lists and in parts', async () => {
  const workflowId = '22222222-2222-4222-8222-222222222222'
  const lostId = '33333333-3333-4333-8333-3333abcdef12'
  const results: AuditEntry[] = [
    {
      ...byHand,
      action: 'execution.stopped',
      subject_id: lostId,
      subject_name: lostId,
      before: null,
      after: { workflow: workflowId },
    },
    {
      ...byHand,
      id: 2,
      action: 'app.changed',
      before: { settings: { tools: [workflowId, lostId] } },
      after: { settings: {} },
    },
  ]
  const names = { [workflowId]: 'Orders of April' }
  fakeServer(
    answer(listAudit, () => ({
      count: 2,
      next: null,
      previous: null,
      results,
      actions: [],
      names,
    })),
  )
  await show(<AuditPage />)

  expect(await screen.findByText('Workflow: Orders of April')).toBeTruthy()
  expect(screen.getByText('id …abcdef12')).toBeTruthy()
  expect(screen.getByText('Settings: Tools Orders of April, id …abcdef12 → none')).toBeTruthy()
  expect(screen.queryByText(new RegExp(`${workflowId}|${lostId}`))).toBeNull()
})

test('a thing that another one of the same name replaces is a change, and their ids tell them apart', () => {
  const oldId = '22222222-2222-4222-8222-2222aaaaaa01'
  const newId = '33333333-3333-4333-8333-3333bbbbbb02'
  const changes = changesOf(
    {
      before: { adapter: oldId, note: null, kept: newId },
      after: { adapter: newId, note: '', kept: newId },
    },
    { [oldId]: 'GPT', [newId]: 'GPT' },
  )

  expect(changes).toEqual([
    { name: 'adapter', before: 'GPT (id …aaaaaa01)', after: 'GPT (id …bbbbbb02)' },
  ])
})

test('the filters are in the address, and a link with them opens the filtered page', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    answer(listAudit, () => ({
      count: 120,
      next: null,
      previous: null,
      results: [byHand],
      actions: ['workflow.created'],
      names: {},
    })),
  )
  const { router } = await show(<AuditPage />, {
    at: '/acme/audit?actor=ben&from=2026-11-01&until=2026-11-02&page=2',
  })
  await screen.findByText('Workflow: deploy right changed')

  expect(callsOf(listAudit)[0]?.query).toEqual({
    actor: 'ben',
    from: new Date('2026-11-01T00:00:00').toISOString(),
    to: new Date('2026-11-02T23:59:59.999').toISOString(),
    page: 2,
    page_size: 50,
  })

  await ana.clear(screen.getByRole('textbox', { name: 'Actor' }))
  await ana.type(screen.getByRole('textbox', { name: 'Target' }), 'Supplier')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      subject: 'Supplier',
      from: '2026-11-01',
      until: '2026-11-02',
    }),
  )
  await waitFor(() => expect(callsOf(listAudit).at(-1)?.query).toMatchObject({ page: 1 }))
})
