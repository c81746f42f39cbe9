import { LoginOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { PopMenu } from '../../shared/menu/PopMenu.tsx'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import './shell.css'

const login = {
  key: 'start',
  items: [{ key: 'login', label: 'Login', icon: <LoginOutlined />, href: serverPages.login }],
}

/** Frame of pages that need no session. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="public-frame">
      <header className="top-bar">
        <Link to={paths.home()} className="top-logo" aria-label="Recto home page">
          <ProductMark size={26} />
          <span>Recto</span>
        </Link>
        <div className="top-right">
          <SchemeSwitch />
          <PopMenu label="Account" className="avatar-button" sections={[login]}>
            <LoginOutlined aria-hidden="true" />
          </PopMenu>
        </div>
      </header>
      <main className="public-content">{children}</main>
    </div>
  )
}
