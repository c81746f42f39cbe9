import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BulbOutlined,
  CheckSquareOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  CodeOutlined,
  DatabaseOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  ScheduleOutlined,
  SettingOutlined,
  SyncOutlined,
  TableOutlined,
} from '@ant-design/icons'
import type { MenuEntry } from '../../shared/modules/modules.ts'
import type { Paths } from '../../shared/navigation/paths.ts'

export type EntryGroup = { readonly heading: string; readonly entries: readonly MenuEntry[] }

type NavigationExtras = {
  readonly withApps: boolean
  /** Entries added by the optional modules. */
  readonly addedEntries: readonly MenuEntry[]
}

/** The side menu. */
export function navigation(to: Paths, { withApps, addedEntries }: NavigationExtras): EntryGroup[] {
  return [
    { heading: 'BUILD', entries: build(to) },
    { heading: 'MANAGE', entries: [...addedEntries, ...manage(to, withApps)] },
    { heading: 'SETTINGS', entries: settings(to) },
  ]
}

/** The side menu of those who only review, or also approve what others have reviewed. */
export function reviewNavigation(to: Paths, approves: boolean): EntryGroup[] {
  const review: MenuEntry = {
    title: 'Review',
    description: 'Check and correct extracted values',
    path: to.review(),
    icon: <AuditOutlined />,
  }
  return [{ heading: 'REVIEW', entries: approves ? [review, ...approval(to)] : [review] }]
}

function approval(to: Paths): MenuEntry[] {
  return [
    {
      title: 'Approve',
      description: 'Approve what others have reviewed',
      path: to.approve(),
      icon: <CheckSquareOutlined />,
    },
    {
      title: 'Download and Sync',
      description: 'Get the approved results that are stored in the queue',
      path: to.downloadAndSync(),
      icon: <SyncOutlined />,
    },
  ]
}

function build(to: Paths): MenuEntry[] {
  return [
    {
      title: 'Prompt Studio',
      description: 'Create structured data from unstructured documents',
      path: to.projects(),
      icon: <CodeOutlined />,
    },
    {
      title: 'Workflows',
      description: 'Build no-code data workflows for unstructured data',
      path: to.workflows(),
      icon: <ApartmentOutlined />,
    },
  ]
}

function manage(to: Paths, withApps: boolean): MenuEntry[] {
  const apps: MenuEntry = {
    title: 'App Deployments',
    description: 'Standalone unstructured data apps',
    path: to.appDeployments(),
    icon: <AppstoreOutlined />,
  }
  return [
    {
      title: 'API Deployments',
      description: 'Deploy a workflow as an API with its own key',
      path: to.apiDeployments(),
      icon: <ApiOutlined />,
    },
    ...(withApps ? [apps] : []),
    {
      title: 'ETL Pipelines',
      description: 'Write results to a database on a schedule',
      path: to.etlPipelines(),
      icon: <SyncOutlined />,
    },
    {
      title: 'Task Pipelines',
      description: 'Write results as files on a schedule',
      path: to.taskPipelines(),
      icon: <ScheduleOutlined />,
    },
    {
      title: 'Logs',
      description: 'See every execution and why files failed',
      path: to.logs(),
      icon: <HistoryOutlined />,
    },
    {
      title: 'Usage',
      description: 'See documents, pages, calls and cost, and set a budget',
      path: to.usage(),
      icon: <BarChartOutlined />,
    },
  ]
}

function settings(to: Paths): MenuEntry[] {
  return [
    {
      title: 'LLMs',
      description: 'Models that read documents and answer prompts',
      path: to.adapters('llms'),
      icon: <BulbOutlined />,
    },
    {
      title: 'Vector DBs',
      description: 'Databases for searching long documents',
      path: to.adapters('vectorDbs'),
      icon: <DatabaseOutlined />,
    },
    {
      title: 'Embedding',
      description: 'Models that make text searchable by meaning',
      path: to.adapters('embedding'),
      icon: <ClusterOutlined />,
    },
    {
      title: 'Text Extractor',
      description: 'Services that turn files into text',
      path: to.adapters('textExtractor'),
      icon: <FileSearchOutlined />,
    },
    {
      title: 'Connectors',
      description: 'Buckets, folders and databases that workflows read and write',
      path: to.connectors(),
      icon: <CloudServerOutlined />,
    },
    {
      title: 'Lookup tables',
      description: 'Your own data that values of documents are matched to',
      path: to.lookupTables(),
      icon: <TableOutlined />,
    },
    {
      title: 'Platform',
      description: 'Keys, people and defaults for your organization',
      path: to.settings(),
      icon: <SettingOutlined />,
    },
  ]
}

const isUnder = (path: string, pathname: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

/** Returns the entry that a page belongs to: the one with the longest matching path prefix. */
export function activeEntry(
  groups: readonly EntryGroup[],
  pathname: string,
  to: Paths,
): MenuEntry | undefined {
  const entries = groups.flatMap((group) => group.entries)
  if (isUnder(to.users(), pathname)) return entries.find(({ path }) => path === to.settings())
  return entries
    .filter(({ path }) => isUnder(path, pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
}
