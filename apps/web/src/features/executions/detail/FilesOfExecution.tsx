import { SearchOutlined } from '@ant-design/icons'
import { ExecutionStatus } from '@recto/contract/executions/executions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { useHiddenColumns } from '../../../shared/browser/use-stored.ts'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { ColumnMenu } from '../../../shared/list/ColumnMenu.tsx'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import {
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import type { Execution } from '../execution.ts'
import { filePage } from '../executions.queries.ts'
import { isLive, isSettled } from '../progress.ts'
import { FileTable, optionalColumns } from './FileTable.tsx'
import { FILES_PER_PAGE, fileQueryOf, readFilesSearch } from './files-search.ts'

const SEARCH_DEBOUNCE_MS = 1000
const POLL_MS = 5000

type Props = {
  readonly execution: Execution
  /** Shows the result of a file. */
  onOpen(fileId: string): void
  /** Opens the log of a file. */
  onLogs(fileId: string): void
}

/** Lists the files of an execution, with filters for status and name. */
export function FilesOfExecution({ execution, onOpen, onLogs }: Props) {
  const search = readFilesSearch(useAddressSearch())
  const change = useChangeAddressSearch()
  const [name, setName] = useState('')
  const fileName = useDebounced(name.trim(), SEARCH_DEBOUNCE_MS)
  const [hiddenKeys, setHiddenKeys] = useHiddenColumns('hiddenFileColumns', ['started'])
  const files = useQuery({
    ...filePage(execution.id, fileQueryOf(search, fileName)),
    placeholderData: keepPreviousData,
    // The files may have been loaded before the last of them had ended.
    refetchInterval: ({ state: { data } }) =>
      isLive(execution) || data?.files.some((file) => !isSettled(file)) ? POLL_MS : false,
  })

  return (
    <section aria-label="Files">
      <div className="file-filters">
        <h2>Files</h2>
        <Select
          allowClear
          aria-label="Status"
          placeholder="Any status"
          style={{ width: 150 }}
          value={search.status ?? null}
          options={ExecutionStatus.options.map((status) => ({
            value: status,
            label: labelOfWord(status),
          }))}
          onChange={(status) => change({ status: status ?? undefined, page: undefined })}
        />
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by file name"
          aria-label="Search files"
          style={{ width: 220 }}
          onChange={({ target }) => {
            setName(target.value)
            change({ page: undefined })
          }}
        />
        <ColumnMenu columns={optionalColumns} hiddenKeys={hiddenKeys} onChange={setHiddenKeys} />
      </div>
      <Loaded query={files} failureText="Failed to load the files">
        {(filesOnPage) => (
          <>
            <FileTable
              files={filesOnPage.files}
              hidden={hiddenKeys}
              ordering={search.ordering}
              onOrder={(ordering) => change({ ordering, page: undefined })}
              onOpen={onOpen}
              onLogs={onLogs}
            />
            <ListPages
              page={search.page}
              pageSize={FILES_PER_PAGE}
              count={filesOnPage.count}
              onChange={(page) => change({ page: page === 1 ? undefined : page })}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}
