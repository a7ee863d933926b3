import { expect, test } from 'vitest'
import { readConfig } from '../../platform/base/config.ts'
import { brokerAddress } from './broker-address.ts'

const tls = { ENDCAP_TLS_CERT: 'a.pem', ENDCAP_TLS_KEY: 'b.pem' }
const publicUrl = { ENDCAP_PUBLIC_URL: 'https://labels.example.jp/' }

test.each([
  ['its own broker, with nothing else said', {}, { host: null, port: 1883, secure: false }],
  [
    'its own broker at the public address',
    { ...publicUrl, ENDCAP_MQTT_PORT: '1884' },
    { host: 'labels.example.jp', port: 1884, secure: false },
  ],
  ['its own broker by TLS, also beside a plain port', { ...tls, ENDCAP_MQTT_PORT: '1883' }, { host: null, port: 8883, secure: true }],
  ['another broker', { MQTT_URL: 'mqtts://mqtt.example.jp' }, { host: 'mqtt.example.jp', port: 8883, secure: true }],
  ['another broker at a port', { MQTT_URL: 'mqtt://10.4.0.9:1999' }, { host: '10.4.0.9', port: 1999, secure: false }],
  // A name that only the server's own network knows.
  ['a broker beside the server', { ...publicUrl, MQTT_URL: 'mqtt://mosquitto' }, { host: 'labels.example.jp', port: 1883, secure: false }],
  ['a broker on this machine', { MQTT_URL: 'mqtt://127.0.0.1:1885' }, { host: null, port: 1885, secure: false }],
])('where gateways call with %s', (_, env, address) => {
  expect(brokerAddress(readConfig(env))).toEqual(address)
})
