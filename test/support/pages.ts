import { readFileSync } from 'fs';
import { join } from 'path';
import { pages, ROOT } from './snippets';

/** A fenced block with the comment just before it. */
export interface Block {
  readonly page: string;
  /** Of the fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly remark: string;
  readonly text: string;
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Pages at the root that `pages()` leaves out. */
export const allPages = (): string[] => [...pages(), 'CHANGELOG.md', 'SECURITY.md'];

export const blocks = (page: string): Block[] => blocksOf(page, textOf(page));

export function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(/(?:<!--((?:(?!-->)[\s\S])*)-->\s*\n)?^[ \t]*```(\w*)[^\n]*\n([\s\S]*?)^[ \t]*```/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index + match[0].indexOf('```')).split('\n').length,
    language: match[2] ?? '',
    remark: (match[1] ?? '').trim(),
    text: match[3] ?? '',
  }));
}

/** What a page says outside of its blocks. */
export const prose = (text: string): string => text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '').replace(/<!--[\s\S]*?-->/g, '');

/** The anchors that GitHub gives to the headings of a page. */
export const anchors = (text: string): string[] => [...prose(text).matchAll(/^#+ (.+)$/gm)]
  .map(([, words = '']) => words.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-'));

/** The parts of an excerpt: runs of lines between lines that hold nothing but `# …`. */
export const partsOf = (excerpt: string): string[] => excerpt.split(/^[ \t]*# …\n/m).filter((part) => part.trim() !== '');
