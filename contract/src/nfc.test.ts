/** NFC addresses: a phone that is held to a tag opens pages, calls and writes; it runs nothing. */
import { expect, test } from 'vitest'
import { isNfcAddress } from './nfc.ts'
import { nfcInput } from './schemas.ts'

test.each([
  'https://shop.example/p/4901?a=b:c',
  'HTTP://shop.example:8080',
  'tel:+81312345678',
  'mailto:shop@shop.example',
  'shop.example/p/1?at=10:30',
  '4901234567894',
  'お茶',
  '',
])('%j is taken', (address) => {
  expect(isNfcAddress(address)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' \u0001java\tscript\n:alert(1)',
  '\u200bjavascript:alert(1)',
  'java\u00adscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'intent://scan/#Intent;scheme=zxing;end',
  'sms:+1900',
  'https:javascript',
  'x:',
])('%j is refused', (address) => {
  expect(isNfcAddress(address)).toBe(false)
  expect(nfcInput.safeParse(address).error?.issues[0]?.message).toBe('must begin with https://, http://, tel: or mailto:')
})
