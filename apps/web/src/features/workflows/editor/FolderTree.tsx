import { FileOutlined, FolderOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Tree } from 'antd'
import type { DataNode, EventDataNode } from 'antd/es/tree'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { type FolderEntry, folderOf } from '../workflows.queries.ts'

type Props = {
  readonly connectorId: string
  /** Paths of the folders that are processed; none: all of them. */
  readonly chosen: readonly string[]
  onChange(folders: readonly string[]): void
}

/** Chooses folders of a connector; what lies in one is asked for when it is opened. */
export function FolderTree({ connectorId, chosen, onChange }: Props) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [nodes, setNodes] = useState<DataNode[]>([
    { key: '/', title: 'All folders', isLeaf: false, checkable: false },
  ])

  async function load({ key }: EventDataNode<DataNode>) {
    try {
      const entries = await client.fetchQuery(folderOf(connectorId, String(key)))
      setNodes((all) => withChildren(all, key, entries.map(nodeOf)))
      setFailure(undefined)
    } catch (error) {
      setFailure(explain(error, 'Failed to list the folder'))
    }
  }

  return (
    <div className="folder-tree">
      <p className="folder-tree-title">Folders to process</p>
      {failure && <Alert type="error" showIcon role="alert" title={failure} />}
      <Tree
        aria-label="Folders of the connector"
        checkable
        checkStrictly
        showIcon
        treeData={nodes}
        loadData={load}
        checkedKeys={[...chosen]}
        onCheck={(checked) =>
          onChange((Array.isArray(checked) ? checked : checked.checked).map(String))
        }
      />
      <p className="faint">{chosen.length === 0 ? 'All of them' : `${chosen.length} chosen`}</p>
    </div>
  )
}

const nodeOf = ({ path, isFile }: FolderEntry): DataNode => ({
  key: path,
  title: path.slice(path.lastIndexOf('/') + 1),
  isLeaf: isFile,
  checkable: !isFile,
  icon: isFile ? <FileOutlined /> : <FolderOutlined />,
})

const withChildren = (nodes: DataNode[], key: DataNode['key'], children: DataNode[]): DataNode[] =>
  nodes.map((node) => {
    if (node.key === key) return { ...node, children }
    return node.children ? { ...node, children: withChildren(node.children, key, children) } : node
  })
