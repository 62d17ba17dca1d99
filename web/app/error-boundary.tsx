import { Component, type ReactNode } from 'react'
import { CrashScreen } from './crash-screen.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
}

/** The last net: a screen that throws while it draws shows a page with a way out instead of nothing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children
  }
}
