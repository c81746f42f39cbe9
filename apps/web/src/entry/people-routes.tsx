import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admins, organizationRoot } from './roots.tsx'

/** The user's profile and the settings for admins. */
export const people = [
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/SettingsHubPage.tsx'),
      'SettingsHubPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/settings/admin',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/AdminSettingsPage.tsx'),
      'AdminSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/profile',
    component: lazyRouteComponent(
      () => import('../features/organizations/ProfilePage.tsx'),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/profile/account',
    component: lazyRouteComponent(
      () => import('../features/organizations/OwnAccountPage.tsx'),
      'OwnAccountPage',
    ),
  }),
] as const

/** Pages for managing members and keys. Other users see that they are for admins. */
export const peopleForAdmins = [
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/platform',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/PlatformSettingsPage.tsx'),
      'PlatformSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/organization',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/OrganizationSettingsPage.tsx'),
      'OrganizationSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/groups',
    component: lazyRouteComponent(
      () => import('../features/organizations/groups/GroupListPage.tsx'),
      'GroupListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/api-keys',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/PlatformApiKeysPage.tsx'),
      'PlatformApiKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/deployment-keys',
    component: lazyRouteComponent(
      () => import('../features/organizations/platform/GlobalKeysPage.tsx'),
      'GlobalKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/settings/audit',
    component: lazyRouteComponent(
      () => import('../features/organizations/audit/AuditPage.tsx'),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/UserListPage.tsx'),
      'UserListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users/invite',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/InviteUserPage.tsx'),
      'InviteUserPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admins,
    path: '/users/edit',
    component: lazyRouteComponent(
      () => import('../features/organizations/people/EditUserPage.tsx'),
      'EditUserPage',
    ),
  }),
] as const
