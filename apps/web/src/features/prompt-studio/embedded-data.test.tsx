import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { output, place, project, showProject, studioServer } from './testing/acme-invoices.tsx'

test('a value from embedded data names its source, and a different printed value is shown beside it', async () => {
  const evidence = {
    page: 0,
    boxes: [],
    match: 'exact',
    source: 'factur-x: GrandTotalAmount',
  } as const
  studioServer({
    outputs: [
      output({
        output: '219.00',
        evidence_data: [
          { ...evidence, quote: '219.00' },
          { ...place(1, '119,00'), contradicts: true },
        ],
      }),
    ],
  })
  await showProject()

  expect(
    await screen.findByRole('button', { name: /^factur-x: GrandTotalAmount Found in factur-x/ }),
  ).toBeTruthy()
  expect(screen.getByText('contradicted')).toBeTruthy()
  const contradictionText = 'p.2 says “119,00”, which contradicts total'
  expect(screen.getByRole('button', { name: contradictionText })).toBeTruthy()
})

test('a project switches it off', async () => {
  const server = studioServer({ project: project() })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Embedded Data' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Answer prompts from embedded data' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved embedded data settings successfully')).toBeTruthy()
  const [patchCall] = server.callsOf(patchProject)
  expect(patchCall?.body.enable_embedded_data).toBe(false)
})
