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
const pageOf = (position: number) => Math.floor(position / PAGE_SIZE) + 1

type IndexedRow = GrammarRow & { readonly position: number }

/** Panel for words and their synonyms in documents. */
export function GrammarPanel() {
  const { project } = useEditor()
  const draft = useDraft('grammar', rowsOf(project.grammar))
  const { save, isPending } = useSaveSettings()
  const [page, setPage] = useState(1)
  const rows = draft.value
  const isFull = rows.length >= maxGrammarRows

  const change = (position: number, changes: Partial<GrammarRow>) =>
    draft.change(rows.map((row, index) => (index === position ? { ...row, ...changes } : row)))
  const rowsWithout = (position: number) => rows.filter((_, index) => index !== position)

  function add() {
    draft.change([...rows, { word: '', synonyms: [] }])
    setPage(pageOf(rows.length))
  }
  async function handleSave(base = draft.base) {
    const messages = { saved: 'Saved synonyms successfully', failed: 'Failed to save synonyms' }
    if (await save({ grammar: grammarOf(rows) }, messages, expectedGrammar(base))) draft.discard()
  }
  /** Saves only the deletion of the row; other changes stay unsaved. */
  async function remove(position: number) {
    const { word } = rows[position] ?? { word: '' }
    if (!project.grammar[word]) return draft.change(rowsWithout(position))
    const { [word]: _, ...otherWords } = project.grammar
    const messages = { saved: 'Deleted synonyms successfully', failed: 'Failed to delete synonyms' }
    const expected = expectedGrammar(rowsOf(project.grammar))
    const isDeleted = await save({ grammar: grammarOf(rowsOf(otherWords)) }, messages, expected)
    if (isDeleted) draft.change(rowsWithout(position), rowsOf(otherWords))
  }

  return (
    <>
      <div className="panel-head">
        <h3>Grammar</h3>
        <p>
          Words and their synonyms in documents. Prompts that contain a word include its synonyms.
        </p>
        <Tooltip title={isFull && `A project can have up to ${maxGrammarRows} words`}>
          <Button icon={<PlusOutlined />} disabled={isFull} onClick={add}>
            Add row
          </Button>
        </Tooltip>
      </div>
      <Table<IndexedRow>
        size="small"
        aria-label="Grammar"
        rowKey="position"
        columns={columnsOf({ rows, change, remove, isSaving: isPending })}
        dataSource={rows.map((row, position) => ({ ...row, position }))}
        pagination={{
          pageSize: PAGE_SIZE,
          current: Math.min(page, pageOf(Math.max(0, rows.length - 1))),
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        locale={{
          emptyText: 'No words yet. Add a word and the synonyms that documents use for it.',
        }}
      />
      <PanelButtons
        panelName="Grammar"
        draft={draft}
        isSaving={isPending}
        describe={describe}
        onSave={handleSave}
      />
    </>
  )
}

/** Converts the rows as they were read, including those that the panel would not save. */
const expectedGrammar = (rows: readonly GrammarRow[]) => ({
  grammar: Object.fromEntries(rows.map(({ word, synonyms }) => [word, [...synonyms]])),
})

const describe = (rows: readonly GrammarRow[]) =>
  rows.map(({ word, synonyms }) => `${word}: ${synonyms.join(', ')}`).join('\n')

type GrammarColumnOptions = {
  readonly rows: readonly GrammarRow[]
  readonly isSaving: boolean
  change(position: number, changes: Partial<GrammarRow>): void
  remove(position: number): void
}

function columnsOf({
  rows,
  isSaving,
  change,
  remove,
}: GrammarColumnOptions): TableColumnsType<IndexedRow> {
  return [
    {
      title: 'Word',
      width: '32%',
      render: (_, { word, position }) => {
        const refusal = rowRefusal(rows, position)
        return (
          <>
            <Input
              aria-label={`Word ${position + 1}`}
              value={word}
              maxLength={255}
              {...omitUndefined({ status: refusal ? 'warning' : undefined })}
              onChange={({ target }) => change(position, { word: target.value })}
            />
            {refusal && <p className="panel-note">Not saved: {refusal}</p>}
          </>
        )
      },
    },
    {
      title: 'Synonyms',
      render: (_, { synonyms, position }) => (
        <Select
          mode="tags"
          className="wide"
          aria-label={`Synonyms ${position + 1}`}
          placeholder="Type a synonym and press Enter"
          suffixIcon={null}
          open={false}
          tokenSeparators={[',']}
          value={[...synonyms]}
          onChange={(next: string[]) =>
            change(position, { synonyms: next.filter((synonym) => synonym.trim()) })
          }
        />
      ),
    },
    {
      title: <span className="visually-hidden">Actions</span>,
      width: 48,
      render: (_, { word, position }) => (
        <Tooltip title="Delete">
          <Button
            type="text"
            size="small"
            aria-label={`Delete ${word || `row ${position + 1}`}`}
            icon={<DeleteOutlined />}
            disabled={isSaving}
            onClick={() => remove(position)}
          />
        </Tooltip>
      ),
    },
  ]
}
