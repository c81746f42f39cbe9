import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { listScores, listTruths, saveTruth } from '@recto/contract/prompt-studio/truths'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useShortcuts } from '../../shared/commands/commands.ts'
import { answer, type FakeAnswers, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { computeFillRate } from './analyzer/fill-rate.ts'
import { ViewerContext } from './documents/OriginalView.tsx'
import { OutputAnalyzerPage } from './OutputAnalyzerPage.tsx'
import { useHighlightSelection } from './outputs/highlight-store.tsx'
import {
  april,
  ListedMarks,
  march,
  output,
  place,
  profile,
  project,
  projectId,
  prompt,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'
import type { ViewerProps } from './viewer/viewer-props.ts'

const better = {
  ...profile,
  profile_id: '00000000-0000-4000-8000-0000000000b2',
  profile_name: 'Better',
  is_default: false,
}
const seller = prompt(2, { prompt_key: 'seller' })
const note = prompt(3, { prompt_key: 'remark', prompt_type: 'NOTES' })
const promptRef = (promptRow: typeof total) => ({
  prompt_id: promptRow.prompt_id,
  prompt_output_id: promptRow.prompt_id,
})
const outputs = [
  output(),
  output({ profile_manager: better.profile_id, output: '41.5' }),
  output({ ...promptRef(seller), output: 'Acme ' }),
  output({ ...promptRef(seller), profile_manager: better.profile_id, output: 'Acme' }),
  output({ document_manager: april.document_id, output: null, evidence_data: null }),
]

const combinedAnswer = answer(listDefaultOutputs, ({ query }) =>
  query.document_manager === march.document_id
    ? { total: '5670.0', seller: 'Acme' }
    : { total: null, seller: '' },
)
const acme = (...extraAnswers: FakeAnswers) =>
  studioServer(
    {
      project: project({ prompts: [total, seller, note] }),
      documents: [march, april],
      profiles: [profile, better],
      outputs,
    },
    combinedAnswer,
    ...extraAnswers,
  )

/** Handles the keys, which is otherwise done by the frame around all pages. */
function Shortcuts() {
  useShortcuts()
  return null
}

/** Says as well on which side the selected value was clicked: the other side scrolls to it. */
function MarksWithOrigin(props: ViewerProps) {
  return (
    <>
      <ListedMarks {...props} />
      <p role="note">Clicked on the {useHighlightSelection()?.origin}</p>
    </>
  )
}

const showAnalyzer = (search = '', Viewer = ListedMarks) =>
  show(
    <ViewerContext value={Viewer}>
      <Shortcuts />
      <OutputAnalyzerPage />
    </ViewerContext>,
    {
      at: `/acme/tools/${projectId}/outputAnalyzer${search}`,
      route: '/$organization/tools/$projectId/outputAnalyzer',
    },
  )
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const factsOf = async () => {
  const values = within(await screen.findByRole('region', { name: 'Values' }))
  return values.getAllByRole('definition').map((element) => element.textContent)
}

test('[OA-011] [OA-012] the fill rate has two decimals; 0 and false are values, nothing and what is empty are none', () => {
  expect(computeFillRate({})).toEqual({ total: 0, filledCount: 0, unfilledCount: 0, rate: '0.00%' })
  expect(computeFillRate({ a: null, b: '', c: [], d: {} }).rate).toBe('0.00%')
  expect(computeFillRate({ a: 0, b: false, c: null }).rate).toBe('66.67%')
  expect(computeFillRate({ a: 'x', b: ['y'], c: { d: null } })).toMatchObject({
    filledCount: 3,
    rate: '100.00%',
  })
})

test('a project that cannot be loaded leads back to the list', async () => {
  studioServer(
    {},
    answer(getProject, () => refuse(404, '')),
  )
  await showAnalyzer()
  expect(await screen.findByText('Failed to load the custom tool')).toBeTruthy()
})

test('[OA-014] without documents there is an explanation, and the way back', async () => {
  studioServer({ documents: [] })
  await showAnalyzer()
  expect(await screen.findByText('Nothing to analyze yet')).toBeTruthy()
})

test('[PS-195] a combined output that fails says so beside its document', async () => {
  studioServer(
    {},
    answer(listDefaultOutputs, () => refuse(500, '')),
  )
  await showAnalyzer()
  expect(await screen.findByText('Failed to generate combined output')).toBeTruthy()
})

test('[OA-001] [OA-004] [OA-007] [OA-008] [OA-009] [OA-010] [OA-013] a document beside its values and counts, and on to the next', async () => {
  acme()
  const { router } = await showAnalyzer()
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
  expect(await factsOf()).toEqual(['2', '100.00%', '2', '0'])
  const text = screen.getByRole('region', { name: 'Combined output' }).textContent ?? ''
  expect(JSON.parse(text)).toEqual({ total: 5670, seller: 'Acme' })
  expect(screen.getByRole('button', { name: 'Previous document' }).hasAttribute('disabled')).toBe(
    true,
  )

  await press('Next document')
  expect(await screen.findByRole('region', { name: 'Pages of april.pdf' })).toBeTruthy()
  await waitFor(async () => expect(await factsOf()).toEqual(['2', '0.00%', '0', '2']))
  expect(router.state.location.search).toEqual({ document: april.document_id })
  expect(screen.getByRole('button', { name: 'Next document' }).hasAttribute('disabled')).toBe(true)
})

test('[OA-003] a document is selected from the drawer', async () => {
  acme()
  await showAnalyzer()
  await press('Document list')
  const drawer = within(await screen.findByRole('dialog'))
  await userEvent.click(drawer.getByRole('button', { name: 'april.pdf' }))
  expect(
    await screen.findByRole('region', { name: 'Pages of april.pdf', hidden: true }),
  ).toBeTruthy()
})

test('[OA-005] [OA-006] a field that is left out is neither shown nor counted', async () => {
  acme()
  await showAnalyzer(`?document=${april.document_id}`)
  await press(/Filter fields/)
  expect(await screen.findByText('Filter Prompt Fields')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'remark' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'seller' }))
  const values = within(await screen.findByRole('region', { name: 'Values', hidden: true }))
  await waitFor(() =>
    expect(
      values.getAllByRole('definition', { hidden: true }).map((element) => element.textContent),
    ).toEqual(['1', '0.00%', '0', '1']),
  )
  expect(JSON.parse(values.getByRole('region', { hidden: true }).textContent ?? '')).toEqual({
    total: null,
  })
})

test('[OA-015] the way back leads to the editor of the project', async () => {
  acme()
  const { router } = await showAnalyzer()
  await userEvent.click(await screen.findByRole('link', { name: 'Back to project' }))
  expect(router.state.location.pathname).toBe(`/acme/tools/${projectId}`)
})

test('all fields of all documents are compared, with what is missing and where profiles differ', async () => {
  acme()
  await showAnalyzer()
  await userEvent.click(await screen.findByRole('tab', { name: 'All documents' }))
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  const first = await row(/march\.pdf/)
  expect(await first.findByText('5670')).toBeTruthy()
  expect(first.getByText('≠ differs')).toBeTruthy()
  expect(first.getByText('2 of 2')).toBeTruthy()
  const second = await row(/april\.pdf/)
  expect(second.getByText('not found')).toBeTruthy()
  expect(second.getByText('not run')).toBeTruthy()
  expect(second.queryByText('≠ differs')).toBeNull()
})

const expectedTotals = [
  answer(listTruths, () => [
    expectedValue(march.document_id, '5670.0'),
    expectedValue(april.document_id, '12'),
  ]),
  answer(listScores, () => ({
    truths: 2,
    profiles: [],
    prompts: [],
    outputs: [verdict(march.document_id, true), verdict(april.document_id, false)],
  })),
]
const expectedValue = (document_id: string, value: string) => ({
  prompt_id: total.prompt_id,
  document_id,
  value,
  source: 'studio' as const,
  evidence: null,
  machine_value: null,
  created_by: 'ana@acme.example',
  modified_at: '2026-05-01T00:00:00Z',
  contradicted_by: null,
})
const verdict = (document_id: string, is_right: boolean) => ({
  prompt_id: total.prompt_id,
  document_id,
  profile_id: profile.profile_id,
  is_right,
})
const cell = async (row: RegExp, name: RegExp) =>
  within(await screen.findByRole('row', { name: row })).findByRole('gridcell', { name })

test('a cell says in words whether its value is right, and opens its document and place', async () => {
  acme(...expectedTotals)
  const { router } = await showAnalyzer('?view=documents')
  expect(await cell(/march\.pdf/, /Correct:\s*5670/)).toBeTruthy()
  await userEvent.click(await cell(/april\.pdf/, /Wrong:\s*not found/))
  const detail = within(await screen.findByRole('region', { name: 'total in april.pdf' }))
  expect(detail.getByText('Expected: 12')).toBeTruthy()
  expect(detail.getByRole('region', { name: 'Pages of april.pdf' })).toBeTruthy()
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      document: april.document_id,
      field: 'total',
    }),
  )
  await userEvent.click(detail.getByRole('button', { name: 'Close the document' }))
  expect(screen.queryByRole('region', { name: 'Pages of april.pdf' })).toBeNull()
})

test('the keys go from cell to cell, mark a value as correct and close the document', async () => {
  const server = acme(answer(saveTruth, () => expectedValue(march.document_id, '5670.0')))
  await showAnalyzer('?view=documents')
  ;(await cell(/march\.pdf/, /5670/)).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'total: 5670 on page 2', pressed: true })
  await userEvent.keyboard('y')
  await waitFor(() => expect(server.callsOf(saveTruth)).toHaveLength(1))
  expect(server.callsOf(saveTruth)[0]?.body).toMatchObject({ truth: '5670.0' })
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('region', { name: 'seller in march.pdf' })).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}{Home}')
  expect(await screen.findByRole('region', { name: 'total in april.pdf' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('not found')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'total in april.pdf' })).toBeNull()
})

test('nothing can be marked while it is unknown whether an expected value exists', async () => {
  let isAway = true
  const server = acme(
    ...expectedTotals,
    answer(listTruths, () =>
      isAway ? refuse(500, 'The database is away.') : [expectedValue(march.document_id, '12')],
    ),
    answer(saveTruth, () => expectedValue(march.document_id, '5670.0')),
  )
  await showAnalyzer('?view=documents')
  expect(
    await screen.findByText('Failed to load the expected values: The database is away.'),
  ).toBeTruthy()
  ;(await cell(/march\.pdf/, /5670/)).focus()
  await userEvent.keyboard('{Enter}')
  const detail = within(await screen.findByRole('region', { name: 'total in march.pdf' }))
  const edit = await detail.findByRole('button', { name: 'Expected value' })
  expect(edit.hasAttribute('disabled')).toBe(true)
  expect(detail.queryByRole('button', { name: 'Correct' })).toBeNull()
  expect(detail.queryByText('Not checked')).toBeNull()
  await userEvent.keyboard('ye')
  expect(screen.queryByRole('dialog')).toBeNull()

  isAway = false
  await press('Retry')
  await waitFor(() => expect(edit.hasAttribute('disabled')).toBe(false))
  expect(screen.queryByText(/Failed to load the expected values/)).toBeNull()
  expect(detail.queryByRole('button', { name: 'Correct' })).toBeNull()
  expect(server.callsOf(saveTruth)).toHaveLength(0)
})

test('the selection does not return to a document that the keys have left', async () => {
  acme()
  const { router } = await showAnalyzer('?view=documents')
  const details = new Set<boolean>()
  const observer = new MutationObserver(() =>
    details.add(screen.queryByRole('region', { name: 'total in march.pdf' }) !== null),
  )
  const documentIds: unknown[] = []
  const getDocumentId = ({ search }: { search: unknown }) =>
    (search as { document?: unknown }).document
  router.subscribe('onResolved', ({ toLocation }) => documentIds.push(getDocumentId(toLocation)))
  // The next key comes while the address changes to the document of the last one.
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (getDocumentId(toLocation) !== april.document_id) return
    stop()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  ;(await cell(/march\.pdf/, /5670/)).focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  await waitFor(() => {
    expect(documentIds).toContain(april.document_id)
    expect(documentIds.at(-1)).toBe(march.document_id)
  })
  observer.disconnect()
  expect(details.has(false)).toBe(false)

  await press('Next document')
  expect(await screen.findByRole('region', { name: 'total in april.pdf' })).toBeTruthy()
})

test('a value that is clicked on the page stays where it was clicked, and the address follows', async () => {
  const sellerOutput = { ...promptRef(seller), output: 'Acme', evidence_data: [place(2, 'Acme')] }
  studioServer({
    project: project({ prompts: [total, seller] }),
    documents: [march, april],
    outputs: [output(), output(sellerOutput)],
  })
  const { router } = await showAnalyzer('?view=documents', MarksWithOrigin)
  await userEvent.click(await cell(/march\.pdf/, /5670/))
  expect(await screen.findByRole('note')).toHaveProperty('textContent', 'Clicked on the value')
  await press(/seller: Acme on page 3/)
  expect(await screen.findByRole('region', { name: 'seller in march.pdf' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toMatchObject({ field: 'seller' }))
  expect(screen.getByRole('note').textContent).toBe('Clicked on the page')
})

test('the keys reach a document whose values failed to load, and load them again', async () => {
  let isAway = true
  acme(
    answer(listPromptOutputs, ({ query }) =>
      isAway && query.document_manager === march.document_id
        ? refuse(500, 'The database is away.')
        : outputs.filter(
            ({ document_manager }) => document_manager === (query.document_manager ?? ''),
          ),
    ),
  )
  await showAnalyzer('?view=documents')
  const failedCells = await within(
    await screen.findByRole('row', { name: /march\.pdf/ }),
  ).findAllByRole('gridcell', { name: 'Failed to load' })
  expect(failedCells.map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  failedCells[0]?.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(failedCells[0])
  const detail = within(await screen.findByRole('region', { name: 'total in march.pdf' }))
  expect(detail.getByText('Failed to load the values: The database is away.')).toBeTruthy()
  expect(detail.queryByText('Not run')).toBeNull()

  isAway = false
  await press('Retry march.pdf')
  expect(await cell(/march\.pdf/, /5670/)).toBeTruthy()
})

test('Escape closes the menu of a column first; from the document it returns to the cell', async () => {
  acme()
  await showAnalyzer('?view=documents')
  const selectedCell = await cell(/march\.pdf/, /5670/)
  await userEvent.click(selectedCell)
  const name = 'total in march.pdf'
  await screen.findByRole('region', { name })
  screen.getByRole('button', { name: 'Column total' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('region', { name })).toBeTruthy()

  const detail = within(screen.getByRole('region', { name }))
  ;(await detail.findByRole('button', { name: 'total: 5670 on page 2' })).focus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name })).toBeNull()
  expect(document.activeElement).toBe(selectedCell)
})

test('order and widths of columns are kept for the next visit', async () => {
  acme()
  await showAnalyzer('?view=documents')
  const choose = async (column: string, item: string) => {
    await press(`Column ${column}`)
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  const headings = () =>
    screen.getAllByRole('columnheader').map((heading) => [heading.textContent, heading.style.width])
  await choose('seller', 'Move left')
  await choose('seller', 'Wider')
  const changedHeadings = [
    ['Document', '208px'],
    ['Filled', '80px'],
    ['seller', '168px'],
    ['total', '136px'],
  ]
  expect(headings()).toEqual(changedHeadings)
  cleanup()
  await showAnalyzer('?view=documents')
  await screen.findByRole('button', { name: 'Column seller' })
  expect(headings()).toEqual(changedHeadings)
  await choose('total', 'Reset all columns')
  expect(headings().map(([name]) => name)).toEqual(['Document', 'Filled', 'total', 'seller'])
})

test('a column that is moved leaves the places of hidden fields as they are', async () => {
  const buyer = prompt(4, { prompt_key: 'buyer' })
  studioServer({ project: project({ prompts: [total, seller, buyer] }) })
  await showAnalyzer('?view=documents')
  const moveLeft = async (column: string) => {
    await press(`Column ${column}`)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move left' }))
  }
  const toggleSeller = async () => {
    await press(/Filter fields/)
    const drawer = within(await screen.findByRole('dialog'))
    await userEvent.click(drawer.getByRole('checkbox', { name: 'seller' }))
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  }
  const headings = () =>
    screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
  await moveLeft('seller')
  await toggleSeller()
  await moveLeft('buyer')
  expect(headings()).toEqual(['Document', 'Filled', 'buyer', 'total'])
  await toggleSeller()
  expect(headings()).toEqual(['Document', 'Filled', 'seller', 'buyer', 'total'])
})

test('of many documents and fields only those in sight are rendered', async () => {
  const prompts = Array.from({ length: 200 }, (_, index) =>
    prompt(index + 10, { prompt_key: `field_${index + 1}` }),
  )
  studioServer({ project: project({ prompts }), documents: [march, april] })
  await showAnalyzer('?view=documents')
  const grid = await screen.findByRole('grid', { name: 'Field values by document' })
  expect(grid.getAttribute('aria-colcount')).toBe('202')
  expect(within(grid).getAllByRole('columnheader').length).toBeLessThan(20)
})

test('the fields of a document are compared under each profile; the same value written otherwise is no difference', async () => {
  acme()
  await showAnalyzer()
  await userEvent.click(await screen.findByRole('tab', { name: 'LLM profiles' }))
  expect(await screen.findByText('march.pdf: the profiles differ in 1 of 2 fields.')).toBeTruthy()
  const cells = within(await screen.findByRole('row', { name: /total/ }))
  expect(cells.getByText('5670')).toBeTruthy()
  expect(cells.getByText('41.5')).toBeTruthy()
  expect(cells.getAllByText('≠ differs')).toHaveLength(2)
  expect(within(screen.getByRole('row', { name: /seller/ })).queryByText('≠ differs')).toBeNull()
})
