import { listMembers } from '@recto/contract/organizations/organizations'
import {
  compareToolVersions,
  listToolVersions,
  restoreToolVersion,
} from '@recto/contract/tools/tool-versions'
import {
  exportTool,
  getExport,
  listRegistry,
  type RegisteredTool,
} from '@recto/contract/tools/tools'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { profile, project, projectId, showProject, studioServer } from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const { created_at, modified_at } = project()
const registeredTool: RegisteredTool = {
  prompt_registry_id: profile.profile_id,
  name: 'Invoices',
  description: 'Totals',
  tool_property: {},
  tool_spec: {},
  icon: '',
  url: '',
  custom_tool: projectId,
  shared_to_org: false,
  shared_users: [],
  organization: 1,
  created_by: 7,
  modified_by: 7,
  created_at,
  modified_at,
  tool_metadata: {
    name: 'Invoices',
    description: 'Totals',
    author: 'Ana',
    tool_id: projectId,
    tool_settings: {},
    outputs: [],
  },
}

const ana = {
  id: '7',
  email: 'ana@acme.test',
  role: 'admin',
  is_admin: true,
  is_service_account: false,
}
const ben = {
  id: '8',
  email: 'ben@acme.test',
  role: 'user',
  is_admin: false,
  is_service_account: false,
}
const membersAnswer = (...members: (typeof ana)[]) =>
  answer(listMembers, () => ({ message: 'success' as const, members }))
const exportAnswer = answer(exportTool, () => ({ message: 'Done.' }))

test('while it is not known how the tool is shared, nothing is exported, and it says why', async () => {
  const server = studioServer(
    {},
    membersAnswer(ana, ben),
    exportAnswer,
    answer(getExport, () => refuse(500, 'The disk is full.')),
  )
  await showProject()
  await press(/Export as tool/)

  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
  const button = screen.getByRole('button', { name: 'Export' })
  expect(button).toHaveProperty('disabled', true)
  expect(server.callsOf(exportTool)).toEqual([])
})

test('whoever is alone in the organization exports without a question [PS-392]', async () => {
  const server = studioServer({}, membersAnswer(ana), exportAnswer)
  await showProject()
  await press(/Export as tool/)

  expect(await screen.findByText('Custom tool exported successfully')).toBeTruthy()
  expect(screen.queryByText('Who can use the tool in workflows?')).toBe(null)
  expect(server.callsOf(exportTool)[0]?.body).toEqual({
    is_shared_with_org: false,
    user_id: [7],
    force_export: false,
  })
})

test('an export keeps how the tool is shared, unless the answer to that is changed', async () => {
  const server = studioServer(
    {},
    membersAnswer(ana, ben),
    exportAnswer,
    answer(getExport, () => ({
      name: 'Invoices',
      shared_users: [
        { id: 7, username: 'ana' },
        { id: 8, username: 'ben' },
      ],
      shared_to_org: false,
      prompt_studio_users: [{ id: 7, username: 'ana' }],
    })),
  )
  await showProject()
  await press(/Export as tool/)
  expect(await screen.findByText('Who can use the tool in workflows?')).toBeTruthy()
  expect(screen.getByText('ben@acme.test')).toBeTruthy()
  await press('Export')
  await screen.findByText('Custom tool exported successfully')
  await userEvent.click(screen.getByText('Close'))
  await press(/Export as tool/)
  await userEvent.click(await screen.findByLabelText('Everyone in the organization'))
  await press('Export')
  await screen.findByText('Custom tool exported successfully')

  expect(server.callsOf(exportTool).map(({ body }) => body)).toEqual([
    { is_shared_with_org: false, user_id: [7, 8], force_export: false },
    { is_shared_with_org: true, user_id: [], force_export: false },
  ])
})

const version = (number: number, restored_from: number | null = null) => ({
  version: number,
  name: 'Invoices',
  prompt_count: 1,
  restored_from,
  created_by: 'ana',
  created_at: '2026-03-01T08:00:00.000000Z',
})

test('versions that cannot be read say so; one is compared and brought back [PS-394]', async () => {
  let isUp = false
  let versions = [version(2), version(1)]
  const server = studioServer(
    {},
    answer(listRegistry, () => [registeredTool]),
    answer(listToolVersions, () => (isUp ? versions : refuse(500, ''))),
    answer(compareToolVersions, ({ query }) => ({
      from: query.from,
      to: query.to ?? null,
      changes: [{ prompt_key: 'total', field: 'prompt', before: 'Sum?', after: 'Total?' }],
    })),
    answer(restoreToolVersion, () => {
      versions = [version(3, 1), ...versions]
      return version(3, 1)
    }),
  )
  await showProject()
  await press(/Changed since export|^Exported/)
  expect(await screen.findByText('Failed to fetch registry data')).toBeTruthy()
  isUp = true
  await press('Try again')

  expect(await screen.findByRole('region', { name: 'Changes since version 1' })).toBeTruthy()
  await press(/^Version 1/)
  const diff = within(
    await screen.findByRole('table', { name: 'Changes from version 1 to the version in use' }),
  )
  const cells = diff.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['total', 'Prompt', 'Sum?', 'Total?'])
  await press('Restore version 1')
  expect(await screen.findByText('Version 1 was restored. Workflows use it now.')).toBeTruthy()
  expect(server.callsOf(restoreToolVersion)[0]?.params.version).toBe(1)
  expect(await screen.findByRole('button', { name: /^Version 3.*In use/ })).toBeTruthy()
})
