import * as api from '@recto/contract/chat-apps/chat-apps'
import { getSession } from '@recto/contract/organizations/session'
import { listEndpoints } from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { modules } from '../../entry/modules.ts'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { anaAtAcme, startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { endOf, workflow } from '../../testing/workflows.ts'
import { AppListPage } from './AppListPage.tsx'
import { anaWithApps, app } from './testing/asked-app.ts'

type Answers = Answer[]
type Person = ReturnType<typeof userEvent.setup>

const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listChatApps, () => [app]),
    answer(listEndpoints, () => [endOf('DESTINATION', 'APPDEPLOYMENT')]),
    ...extraAnswers,
  )
const page = () => show(<AppListPage />, { signedIn: anaWithApps, at: '/acme/app' })
const address = `${window.location.origin}/acme/app/invoice-desk`

async function choose(ana: Person, action: string) {
  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice desk' }))
  await ana.click(await screen.findByRole('menuitem', { name: action }))
}

async function openForm(ana: Person) {
  await ana.click(await screen.findByRole('button', { name: 'New App Deployment' }))
  return within(await screen.findByRole('dialog'))
}

test('the apps have their address, and stand in the side menu [AP-001]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { app_deployment: true } }),
    answer(api.listChatApps, () => [app]),
  )
  await open('/acme/app', modules)

  expect(await screen.findByRole('heading', { name: 'App Deployments' })).toBeTruthy()
  const menu = screen.getByRole('navigation', { name: 'Main' })
  expect(within(menu).getByRole('link', { name: 'App Deployments' })).toBeTruthy()
})

test('where apps are switched off, a placeholder says so and nothing is asked [AP-002]', async () => {
  const { callsOf } = server()
  await show(<AppListPage />, { signedIn: anaAtAcme })

  expect(await screen.findByText('App deployments are not available')).toBeTruthy()
  expect(callsOf(api.listChatApps)).toEqual([])
})

test('the table says what an app is, and how many documents it takes [AP-003] [AP-005]', async () => {
  server()
  await page()
  const table = within(await screen.findByRole('table', { name: 'App deployments' }))

  const heads = table.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['App Name', 'App Id', 'Description', 'Workflow', 'Actions'])
  const cells = table.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells.slice(0, 4)).toEqual([
    'Invoice desk',
    'invoice-desk',
    app.description,
    workflow.workflow_name,
  ])
  const hint = 'Currently, each app supports a maximum of 5 documents.'
  const head = within(table.getByRole('columnheader', { name: /Workflow/ }))
  await userEvent.hover(head.getByRole('img', { name: hint }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(hint)
})

test('the name of the workflow leads to it [AP-004]', async () => {
  server()
  const { router } = await page()
  await userEvent.click(await screen.findByRole('link', { name: workflow.workflow_name }))

  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/workflows/${workflow.id}`))
})

test('a row offers what can be done, and opens the app in a tab of its own [AP-007] [AP-008]', async () => {
  const openSpy = vi.spyOn(window, 'open').mockReturnValue(null)
  const ana = userEvent.setup()
  server()
  await page()
  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice desk' }))
  const items = await screen.findAllByRole('menuitem')

  expect(items.map((item) => item.textContent)).toEqual(['Edit', 'Go to App', 'Share', 'Delete'])
  await ana.click(screen.getByRole('menuitem', { name: 'Go to App' }))
  expect(openSpy).toHaveBeenCalledWith(address, '_blank', 'noopener')
})

test('Share shows the address and copies it, and grants nothing [AP-009]', async () => {
  const ana = userEvent.setup()
  server()
  await page()
  await choose(ana, 'Share')
  const dialog = within(await screen.findByRole('dialog'))

  expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe(address)
  await ana.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(address)
})

test('a deletion asks first, says what failed, and says that it is done [AP-010] [AP-034] [AP-035]', async () => {
  let isUp = false
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.deleteChatApp, () => (isUp ? undefined : refuse(500, ''))))
  await page()
  await choose(ana, 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure want to delete?' }))
  await ana.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Failed to update')).toBeTruthy()
  isUp = true
  await ana.click(dialog.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('App Deployment Deleted Successfully')).toBeTruthy()
  expect(callsOf(api.deleteChatApp)[1]?.params).toEqual({ id: app.id })
})

test('an empty dialog names each field, and all of them [AP-011] [AP-018] [AP-019] [AP-022] [AP-024]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await page()
  const dialog = await openForm(ana)
  await ana.click(dialog.getByRole('button', { name: 'Save' }))

  for (const words of [
    'Please enter display name',
    'Please enter APP Name',
    'Please select an workflow',
  ]) {
    expect(await dialog.findByText(words)).toBeTruthy()
  }
  expect(await screen.findByText('Please enter all the fields.')).toBeTruthy()
  expect(callsOf(api.createChatApp)).toEqual([])
})

test('the name of an app is letters, digits, hyphens and underscores, 30 at most [AP-020] [AP-021]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await page()
  const dialog = await openForm(ana)
  const name = dialog.getByLabelText('App Name')
  for (const [input, words] of [
    ['invoice desk', 'Only letters, numbers, hyphen and underscores are allowed'],
    ['a'.repeat(31), 'Maximum 30 characters only allowed'],
  ] as const) {
    await ana.clear(name)
    await ana.type(name, input)
    await ana.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(words)).toBeTruthy()
  }
  expect(callsOf(api.createChatApp)).toEqual([])
})

test('an app is made without a description, in a dialog 400 wide that shows that it saves [AP-011] [AP-012] [AP-013] [AP-014] [AP-023] [AP-030] [AP-032]', async () => {
  const ana = userEvent.setup()
  const saving = Promise.withResolvers<void>()
  const { callsOf } = server(
    answer(api.createChatApp, async () => {
      await saving.promise
      return app
    }),
  )
  await page()
  const dialog = await openForm(ana)
  const box = screen.getByRole('dialog')
  expect(box.style.width || box.closest<HTMLElement>('.ant-modal')?.style.width).toBe('400px')
  const dialogWrap = document.querySelector('.ant-modal-wrap')
  if (dialogWrap) await ana.click(dialogWrap)
  await ana.type(dialog.getByLabelText('Display Name'), 'Invoice desk')
  await ana.type(dialog.getByLabelText('App Name'), 'invoice-desk')
  await ana.click(dialog.getByLabelText('Workflow'))
  await ana.click(await screen.findByTitle(workflow.workflow_name))
  await ana.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(dialog.getByRole('button', { name: /Save/ }).className).toContain('ant-btn-loading'),
  )
  saving.resolve()
  expect(await screen.findByText('New App Deployment created successfully')).toBeTruthy()
  expect(callsOf(api.createChatApp)[0]?.body).toEqual({
    app_name: 'invoice-desk',
    app_display_name: 'Invoice desk',
    description: '',
    workflow: workflow.id,
  })
  expect(callsOf(listEndpoints)[0]?.query).toEqual({
    endpoint_type: 'DESTINATION',
    connection_type: 'APPDEPLOYMENT',
  })
})

test('Cancel closes the dialog and saves nothing [AP-015]', async () => {
  const ana = userEvent.setup()
  server()
  await page()
  const dialog = await openForm(ana)
  await ana.click(dialog.getByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what the server objects to stands under its field until that is changed [AP-013] [AP-025] [AP-033]', async () => {
  const ana = userEvent.setup()
  const duplicateMessage = 'Another app has this name.'
  let isTaken = true
  const { callsOf } = server(
    answer(api.updateChatApp, () =>
      isTaken ? refuse(400, duplicateMessage, { attr: 'app_name' }) : app,
    ),
  )
  await page()
  await choose(ana, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit App Deployment' }))
  await ana.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText(duplicateMessage)).toBeTruthy()
  isTaken = false
  await ana.type(dialog.getByLabelText('App Name'), '2')
  await waitFor(() => expect(dialog.queryByText(duplicateMessage)).toBeNull())
  await ana.click(dialog.getByRole('button', { name: 'Update' }))

  expect(await screen.findByText('App deployment updated successfully')).toBeTruthy()
  expect(callsOf(api.updateChatApp)[1]?.body.app_name).toBe('invoice-desk2')
})

test('workflows that cannot be had, and a save without a reason, say so [AP-031] [AP-035]', async () => {
  const ana = userEvent.setup()
  server(
    answer(listEndpoints, () => refuse(500, '')),
    answer(api.updateChatApp, () => refuse(500, '')),
  )
  await page()
  await choose(ana, 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Unable to get workflow list.')).toBeTruthy()
  await ana.click(dialog.getByRole('button', { name: 'Update' }))

  expect(await screen.findByText('Failed to update')).toBeTruthy()
})

test('a list that cannot be loaded says so, and an empty one offers an app [AP-035]', async () => {
  server(answer(api.listChatApps, () => refuse(500, '')))
  await page()
  expect(await screen.findByText('Failed to update')).toBeTruthy()

  server(answer(api.listChatApps, () => []))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Currently you have no App Deployments')).toBeTruthy()
})

test('a reviewer may open the apps, and change none [AP-078]', async () => {
  const ana = userEvent.setup()
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { app_deployment: true } }),
    answer(api.listChatApps, () => [app]),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: 'acme',
      role: 'recto_reviewer',
      provider: '',
    })),
  )
  await open('/acme/app', modules)
  await ana.click(await screen.findByRole('button', { name: 'Actions for Invoice desk' }))

  for (const name of ['Edit', 'Delete']) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item.getAttribute('aria-disabled'), name).toBe('true')
  }
  expect(screen.queryByRole('button', { name: 'New App Deployment' })).toBeNull()
})
