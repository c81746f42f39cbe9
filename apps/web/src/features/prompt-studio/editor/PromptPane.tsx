import { OrderedListOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FieldTable } from '../field-table/FieldTable.tsx'
import type { PromptOutput } from '../output.ts'
import { CombinedOutput } from '../outputs/CombinedOutput.tsx'
import { PromptSlot } from '../prompts/PromptSlot.tsx'
import { ReorderDialog } from '../prompts/ReorderDialog.tsx'
import { useAddPrompt } from '../prompts/use-add-prompt.ts'
import { useDragToReorder } from '../prompts/use-drag-to-reorder.ts'
import { usePromptShortcuts } from '../prompts/use-prompt-shortcuts.ts'
import { ProposalsDialog } from '../proposals/ProposalsDialog.tsx'
import { ProposeButton } from '../proposals/ProposeButton.tsx'
import { useIsRunning } from '../runs/runs.tsx'
import { SchemaButton } from '../schema/SchemaButton.tsx'
import { useEditor } from '../state/editor-context.ts'
import {
  type FieldView,
  type Pane,
  useChangeEditorSearch,
  useEditorSearch,
} from '../state/editor-search.ts'
import { FieldViewSwitch } from './FieldViewSwitch.tsx'
import { useFieldView } from './use-field-view.ts'
import '../prompts/prompts.css'

type Props = { readonly outputs: readonly PromptOutput[] }

/** The left side of the editor: the prompts and their results. */
export function PromptPane({ outputs }: Props) {
  const { project, document } = useEditor()
  const { pane } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const [isReordering, setReordering] = useState(false)
  const isRunning = useIsRunning()
  const [view, setView] = useFieldView()
  const hasPrompts = project.prompts.some(({ isNote }) => !isNote)
  const activePane = hasPrompts ? pane : 'prompts'

  return (
    <section className="pane" aria-label="Prompts">
      <div className="pane-bar">
        <Tabs
          size="small"
          className="pane-tabs"
          activeKey={activePane}
          items={[
            { key: 'prompts', label: 'Document Parser' },
            { key: 'combined', label: 'Combined Output', disabled: !hasPrompts || isRunning },
          ]}
          onChange={(key) => changeSearch({ pane: key as Pane })}
        />
        {activePane === 'prompts' && <FieldViewSwitch view={view} onChange={setView} />}
        <Button
          type="text"
          size="small"
          icon={<OrderedListOutlined />}
          disabled={project.prompts.length < 2}
          onClick={() => setReordering(true)}
        >
          Reorder prompts
        </Button>
      </div>
      {activePane === 'combined' && document ? (
        <CombinedOutput documentId={document.id} />
      ) : (
        <PromptList outputs={outputs} view={view} />
      )}
      {isReordering && <ReorderDialog onClose={() => setReordering(false)} />}
    </section>
  )
}

/** Number of cards that fill a window. */
const INITIAL_CARD_COUNT = 8
const noOutputs: readonly PromptOutput[] = []

type ListProps = Props & { readonly view: FieldView }

function PromptList({ outputs, view }: ListProps) {
  const { project, document } = useEditor()
  const { add, newestId, isAdding } = useAddPrompt()
  const [isProposing, setProposing] = useState(false)
  const addPrompt = () => void add({ isNote: false })
  const propose = () => setProposing(true)
  useCommands([
    {
      id: 'add-prompt',
      title: 'Add prompt',
      group: 'This project',
      shortcut: 'n',
      run: addPrompt,
    },
  ])

  const size = view === 'table' ? 'small' : 'middle'
  const footer = (
    <>
      <Button
        size={size}
        icon={<PlusOutlined />}
        disabled={isAdding}
        onClick={() => void add({ isNote: true })}
      >
        Notes
      </Button>
      <Button size={size} icon={<PlusOutlined />} loading={isAdding} onClick={addPrompt}>
        Prompt
      </Button>
      <ProposeButton size={size} onPropose={propose} />
      <SchemaButton size={size} />
    </>
  )

  return (
    <>
      {project.prompts.length === 0 ? (
        <NoPrompts isAdding={isAdding} onAdd={addPrompt} onPropose={propose} />
      ) : view === 'table' ? (
        <FieldTable outputs={outputs} newestId={newestId} footer={footer} />
      ) : (
        <>
          <Cards outputs={outputs} newestId={newestId} />
          <footer className="pane-foot">{footer}</footer>
        </>
      )}
      {/* Stays open when accepting a proposal adds the first prompt. */}
      {isProposing && document && (
        <ProposalsDialog
          key={document.id}
          document={document}
          onClose={() => setProposing(false)}
        />
      )}
    </>
  )
}

type NoPromptsProps = { readonly isAdding: boolean; onAdd(): void; onPropose(): void }

function NoPrompts({ isAdding, onAdd, onPropose }: NoPromptsProps) {
  return (
    <div className="pane-body">
      <EmptyState
        title="Add your first prompt"
        explanation="Add prompt or a note and choose the LLM profile"
      >
        <Button type="primary" icon={<PlusOutlined />} loading={isAdding} onClick={onAdd}>
          Add Prompt
        </Button>
        <ProposeButton onPropose={onPropose} />
        <SchemaButton />
      </EmptyState>
    </div>
  )
}

type CardsProps = Props & { readonly newestId: string | undefined }

function Cards({ outputs, newestId }: CardsProps) {
  const { project } = useEditor()
  const outputsByPrompt = useMemo(() => Map.groupBy(outputs, ({ promptId }) => promptId), [outputs])
  const listRef = useRef<HTMLDivElement>(null)
  usePromptShortcuts(listRef)
  const dragHandlers = useDragToReorder()

  return (
    // Keyboard users have “Reorder prompts” instead.
    <div ref={listRef} className="pane-body prompt-list" {...dragHandlers}>
      {project.prompts.map((prompt, index) => (
        <PromptSlot
          key={prompt.id}
          prompt={prompt}
          outputs={outputsByPrompt.get(prompt.id) ?? noOutputs}
          isNew={prompt.id === newestId}
          isFirst={index < INITIAL_CARD_COUNT}
        />
      ))}
    </div>
  )
}
