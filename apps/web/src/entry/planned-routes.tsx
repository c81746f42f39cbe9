import { createRoute } from '@tanstack/react-router'
import { ComingPage } from '../shared/layout/ComingPage.tsx'
import { inside } from './roots.tsx'

const coming = (path: `/${string}`, title: string, description: string) =>
  createRoute({
    getParentRoute: inside,
    path,
    component: () => <ComingPage title={title} description={description} />,
  })

/** Screens that the menu knows and this version does not have. */
export const planned = [
  coming(
    '/tools/$projectId/outputAnalyzer',
    'Output analyzer',
    'Every document of a project with its page and its values side by side.',
  ),
  coming('/review', 'Review', 'Check the values that were read, and correct them.'),
  coming(
    '/etl',
    'ETL Pipelines',
    'Run a workflow on a schedule and write its results to a database.',
  ),
  coming('/task', 'Task Pipelines', 'Run a workflow on a schedule and write its results as files.'),
  coming('/app', 'App Deployments', 'Standalone unstructured data apps.'),
]
