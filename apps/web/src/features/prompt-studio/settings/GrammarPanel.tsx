import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { omitUndefined } from '@recto/omit-undefined'
import { Button, Input, Select, Table, type TableColumnsType, Tooltip } from 'antd'
import { useState } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { type GrammarRow, grammarOf, maxGrammarRows, rowRefusal, rowsOf } from './grammar.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

const PAGE_SIZE = 10
const pageOf = (place: number) => Math.floor(place / PAGE_SIZE) + 1

type PlacedRow = GrammarRow & { readonly place: number }

/** Panel for words and their synonyms in documents. */
export function GrammarPanel() {
  const { project } = useEditor()
  const draft = useDraft('grammar', rowsOf(project.grammar))
  const { save, isPending } = useSaveSettings()
  const [page, setPage] = useState(1)
  const rows = draft.value
  const isFull = rows.length >= maxGrammarRows

  const change = (place: number, changes: Partial<GrammarRow>) =>
    draft.change(rows.map((row, index) => (index === place ? { ...row, ...changes } : row)))
  const without = (place: number) => rows.filter((_, index) => index !== place)

  function add() {
    draft.change([...rows, { word: '', synonyms: [] }])
    setPage(pageOf(rows.length))
  }
  async function handleSave(seen = draft.base) {
    const told = { saved: 'Saved synonyms successfully', failed: 'Failed to save synonyms' }
    if (await save({ grammar: grammarOf(rows) }, told, expecting(seen))) draft.discard()
  }
  /** Saves only the deletion of the row; other changes stay unsaved. */
  async function remove(place: number) {
    const { word } = rows[place] ?? { word: '' }
    if (!project.grammar[word]) return draft.change(without(place))
    const { [word]: _, ...others } = project.grammar
    const told = { saved: 'Deleted synonyms successfully', failed: 'Failed to delete synonyms' }
    const expected = expecting(rowsOf(project.grammar))
    const isDeleted = await save({ grammar: grammarOf(rowsOf(others)) }, told, expected)
    if (isDeleted) draft.change(without(place), rowsOf(others))
  }

  return (
    <>
      <div className="panel-head">
        <h3>Grammar</h3>
        <p>Words, and what stands for them in documents. Prompts that use a word explain it.</p>
        <Tooltip title={isFull && `Max row count(${maxGrammarRows})`}>
          <Button icon={<PlusOutlined />} disabled={isFull} onClick={add}>
            Add row
          </Button>
        </Tooltip>
      </div>
      <Table<PlacedRow>
        size="small"
        aria-label="Grammar"
        rowKey="place"
        columns={columnsOf({ rows, change, remove, isSaving: isPending })}
        dataSource={rows.map((row, place) => ({ ...row, place }))}
        pagination={{
          pageSize: PAGE_SIZE,
          current: Math.min(page, pageOf(Math.max(0, rows.length - 1))),
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        locale={{ emptyText: 'No words yet. Add one, with the synonyms that documents use.' }}
      />
      <PanelButtons
        what="Grammar"
        draft={draft}
        isSaving={isPending}
        describe={describe}
        onSave={handleSave}
      />
    </>
  )
}

/** Converts the rows as they were read, including those that the panel would not save. */
const expecting = (rows: readonly GrammarRow[]) => ({
  grammar: Object.fromEntries(rows.map(({ word, synonyms }) => [word, [...synonyms]])),
})

const describe = (rows: readonly GrammarRow[]) =>
  rows.map(({ word, synonyms }) => `${word}: ${synonyms.join(', ')}`).join('\n')

type Editing = {
  readonly rows: readonly GrammarRow[]
  readonly isSaving: boolean
  change(place: number, changes: Partial<GrammarRow>): void
  remove(place: number): void
}

function columnsOf({ rows, isSaving, change, remove }: Editing): TableColumnsType<PlacedRow> {
  return [
    {
      title: 'Word',
      width: '32%',
      render: (_, { word, place }) => {
        const refusal = rowRefusal(rows, place)
        return (
          <>
            <Input
              aria-label={`Word ${place + 1}`}
              value={word}
              maxLength={255}
              {...omitUndefined({ status: refusal ? 'warning' : undefined })}
              onChange={({ target }) => change(place, { word: target.value })}
            />
            {refusal && <p className="panel-note">Not saved: {refusal}</p>}
          </>
        )
      },
    },
    {
      title: 'Synonyms',
      render: (_, { synonyms, place }) => (
        <Select
          mode="tags"
          className="wide"
          aria-label={`Synonyms ${place + 1}`}
          placeholder="Type one and press Enter"
          suffixIcon={null}
          open={false}
          tokenSeparators={[',']}
          value={[...synonyms]}
          onChange={(next: string[]) => change(place, { synonyms: next.filter((it) => it.trim()) })}
        />
      ),
    },
    {
      title: <span className="visually-hidden">Actions</span>,
      width: 48,
      render: (_, { word, place }) => (
        <Tooltip title="Delete">
          <Button
            type="text"
            size="small"
            aria-label={`Delete ${word || `row ${place + 1}`}`}
            icon={<DeleteOutlined />}
            disabled={isSaving}
            onClick={() => remove(place)}
          />
        </Tooltip>
      ),
    },
  ]
}
