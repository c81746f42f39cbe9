import { listPanelLogs, storePanelLog } from '@recto/contract/organizations/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { type LiveConnection, LiveConnectionContext } from '../../../shared/live/live-connection.ts'
import { createStore } from '../../../shared/store/create-store.ts'
import {
  answer,
  type FakeAnswers,
  fakeServer,
  RefusedReply,
  refuse,
} from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { show } from '../../../testing/show.tsx'
import { LogsPanel } from './LogsPanel.tsx'

const CONTAINER = window.innerHeight - 52

function Speaker() {
  const alerts = useAlerts()
  return (
    <button type="button" onClick={() => alerts.warn('The printer is on fire')}>
      Speak
    </button>
  )
}

/** The panel with a line on which the test speaks. */
async function showPanel() {
  const hearers: ((data: unknown) => void)[] = []
  const heardOn: string[] = []
  const line: LiveConnection = {
    isOpen: createStore(true),
    subscribe(event, hear) {
      heardOn.push(event)
      hearers.push(hear)
      return () => {}
    },
  }
  await show(
    <LiveConnectionContext value={line}>
      <Speaker />
      <LogsPanel />
    </LiveConnectionContext>,
  )
  return {
    heardOn,
    tell: (data: unknown) => act(() => hearers.at(-1)?.(data)),
    panel: within(screen.getByRole('region', { name: 'Logs' })),
    frame: () => document.querySelector<HTMLElement>('.logs-frame'),
  }
}

const log = (message: string, changes: object = {}) => ({
  timestamp: 1_748_942_120.5,
  type: 'LOG',
  service: 'prompt',
  level: 'INFO',
  state: 'RUN',
  component: { prompt_key: 'total', doc_name: 'march.pdf' },
  message,
  ...changes,
})
const server = (...extraAnswers: FakeAnswers) => fakeServer(startUpAnswers(), ...extraAnswers)

test('[SH-062] logs that cannot be fetched are an alert', async () => {
  server(answer(listPanelLogs, () => refuse(500, 'The logs are away.')))
  await showPanel()
  expect(await screen.findByText('The logs are away.')).toBeTruthy()
})

test('[RT-009] a message that cannot be understood is an alert', async () => {
  server()
  const { tell } = await showPanel()
  tell('{ no json')
  expect(await screen.findByText('Failed to process socket message')).toBeTruthy()
})

test('[RT-008] what is told on a page is sent to the server too, whose refusal nobody sees', async () => {
  const { callsOf } = server(answer(storePanelLog, () => new RefusedReply(500, {})))
  const { panel } = await showPanel()
  await userEvent.click(screen.getByRole('button', { name: 'Speak' }))
  await userEvent.click(panel.getByRole('button', { name: 'Expand logs' }))

  const row = (await panel.findByText('The printer is on fire')).closest('tr')
  expect(row?.textContent).toContain('NOTIFICATION')
  expect(callsOf(storePanelLog)).toHaveLength(1)
  expect(JSON.parse(callsOf(storePanelLog)[0]?.body.log ?? '')).toMatchObject({
    level: 'ERROR',
    message: 'The printer is on fire',
    type: 'NOTIFICATION',
    timestamp: expect.any(Number),
  })
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(1)
})

test('[SH-049, SH-058, SH-059, SH-061] the drawer opens to a part and to the whole of the page, and closes', async () => {
  server()
  const { panel, frame } = await showPanel()
  const height = () => Number.parseFloat(frame()?.style.height ?? '0')
  expect(panel.getByRole('heading', { name: 'Logs' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Logs' }).querySelector('header')?.style.height).toBe(
    '40px',
  )
  expect(frame()).toBeNull()

  await userEvent.click(panel.getByRole('button', { name: 'Expand logs' }))
  expect(height()).toBe(Math.round((CONTAINER - 40) * 0.3))
  await userEvent.click(panel.getByRole('button', { name: 'Expand logs' }))
  expect(height()).toBe(CONTAINER - 40)
  await userEvent.click(panel.getByRole('button', { name: 'Collapse logs' }))
  expect(height()).toBe(Math.round((CONTAINER - 40) * 0.3))
  await userEvent.click(panel.getByRole('button', { name: 'Minimize logs' }))
  expect(frame()).toBeNull()
})

test('[SH-060] its upper edge is dragged, or moved by keys, within the page', async () => {
  server()
  const { panel, frame } = await showPanel()
  const height = () => Number.parseFloat(frame()?.style.height ?? '0')
  const edge = panel.getByRole('separator', { name: 'Logs panel height' })
  const region = screen.getByRole('region', { name: 'Logs' })
  region.getBoundingClientRect = () => ({ bottom: window.innerHeight }) as DOMRect
  const dragTo = (clientY: number) => {
    fireEvent(edge, new MouseEvent('pointerdown', { bubbles: true, clientY: 0 }))
    fireEvent(edge, new MouseEvent('pointermove', { bubbles: true, clientY }))
    fireEvent(edge, new MouseEvent('pointerup', { bubbles: true }))
  }

  dragTo(window.innerHeight - 340)
  expect(height()).toBe(300)
  dragTo(-5000)
  expect(height()).toBe(CONTAINER - 40)
  expect(edge.getAttribute('aria-valuenow')).toBe(String(CONTAINER - 40))
  dragTo(window.innerHeight + 50)
  expect(frame()).toBeNull()
  fireEvent(edge, new MouseEvent('pointermove', { bubbles: true, clientY: 100 }))
  expect(frame()).toBeNull()
  fireEvent.keyDown(edge, { key: 'ArrowUp' })
  expect(height()).toBe(40)
  fireEvent.keyDown(edge, { key: 'End' })
  expect(height()).toBe(CONTAINER - 40)
})

test('[RT-002, SH-050, SH-051] errors that come while it is closed are counted until it is opened', async () => {
  server(answer(listPanelLogs, () => ({ data: [log('of an earlier page', { level: 'ERROR' })] })))
  const { tell, panel, heardOn } = await showPanel()
  expect(heardOn).toEqual(['logs:channel-of-ana'])
  const badge = () => document.querySelector('.ant-badge-count')?.textContent

  tell(log('one', { level: 'ERROR' }))
  tell(log('two', { level: 'ERROR' }))
  tell(log('fine'))
  await waitFor(() => expect(badge()).toBe('2'))
  expect(panel.getByRole('status').textContent).toBe('2 new errors')
  await userEvent.click(panel.getByRole('button', { name: 'Expand logs' }))
  await waitFor(() =>
    expect(document.querySelector('.ant-badge-count:not([class*=leave])')).toBeNull(),
  )
  tell(log('three', { level: 'ERROR' }))
  await panel.findByText('three')
  await userEvent.click(panel.getByRole('button', { name: 'Minimize logs' }))
  expect(panel.getByRole('status').textContent).toBe('')
})

test('[SH-052, SH-053, SH-054, SH-055, SH-056] entries stand in a table without pages, the newest in sight, and can be filtered by type', async () => {
  const notification = { timestamp: 1, type: 'NOTIFICATION', level: 'SUCCESS', message: 'Saved' }
  const entries = Array.from({ length: 150 }, (_, index) =>
    log(`line ${index}`, { timestamp: index + 2 }),
  )
  server(answer(listPanelLogs, () => ({ data: [notification, ...entries] })))
  const { tell, panel, frame } = await showPanel()
  await userEvent.click(panel.getByRole('button', { name: 'Expand logs' }))
  const body = frame()?.firstElementChild as HTMLElement
  Object.defineProperty(body, 'scrollHeight', { value: 4321 })

  tell(log('It broke', { level: 'ERROR', stage: 'RUN', step: 2, iteration: 1, iteration_total: 3 }))
  const errorRow = (await panel.findByText('It broke')).closest('tr')

  expect(body.scrollTop).toBe(4321)
  expect(errorRow?.dataset.error).toBe('true')
  expect(panel.getByText('line 3').closest('tr')?.dataset.error).toBe('false')
  expect(panel.getAllByRole('columnheader').map((element) => element.textContent)).toEqual([
    'Time',
    'Level',
    'Type',
    'Stage',
    'Step',
    'State',
    'Prompt Key',
    'Doc Name',
    'Message',
  ])
  const cells = within(errorRow as HTMLElement).getAllByRole('cell')
  expect(cells.slice(1).map((element) => element.textContent)).toEqual([
    'ERROR',
    'LOG',
    'Run',
    '2',
    'Run',
    'total',
    'march.pdf',
    'It broke',
  ])
  expect(panel.getAllByRole('row')).toHaveLength(1 + 1 + 150 + 1)

  await userEvent.click(panel.getByRole('button', { name: 'Filter by type' }))
  const choose = async (name: string) =>
    userEvent.click(await screen.findByRole('checkbox', { name }))
  await choose('NOTIFICATION')
  expect(panel.getAllByRole('row')).toHaveLength(2)
  await choose('LOG')
  expect(panel.getAllByRole('row')).toHaveLength(153)
})
